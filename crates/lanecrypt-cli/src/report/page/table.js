// Lets the reader sort and search the long tables. Without it they are as they were written.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const written = [...body.rows];
  const value = (row, column) => {
    const text = row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
    const number = Number(text);
    return text !== "" && !Number.isNaN(number) ? number : text;
  };
  const order = (a, b) =>
    a === b ? 0
    : a === "" ? 1
    : b === "" ? -1
    : typeof a === "number" && typeof b === "number" ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (now === "descending") {
        body.append(...written);
        return;
      }
      const up = now !== "ascending";
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const sign = up ? 1 : -1;
      body.append(...written.toSorted((a, b) => sign * order(value(a, column), value(b, column))));
    });
  });
  const find = document.createElement("label");
  find.className = "find";
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "such as aes128 ctr 16 KiB";
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  find.append("Show rows with ", input, count);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of written) {
      const text = [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${written.length}`;
  });
  table.closest(".box").before(find);
}
