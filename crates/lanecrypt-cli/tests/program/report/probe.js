// Looks at a page from outside: as wide as a desk's and as wide as a phone's. What is found is
// written into this document, as JSON without any character that HTML has an own meaning for.
const widths = [1280, 360];

const inside = (inner, outer) =>
  inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
  inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;

// Letters reach two pixels less far than the box of their line.
const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;

const figureOf = (figure, window) => {
  const svg = figure.querySelector("svg");
  const box = svg.getBoundingClientRect();
  const marks = [...svg.querySelectorAll('[fill^="var(--mark"],[stroke^="var(--mark"]')]
    .map((mark) => mark.getBoundingClientRect())
    .filter((mark) => mark.width + mark.height > 0 && inside(mark, box));
  const texts = [...svg.querySelectorAll("text")].map((text) => ({
    words: text.textContent.trim(),
    box: text.getBoundingClientRect(),
    pixels: parseFloat(window.getComputedStyle(text).fontSize) * box.width / svg.viewBox.baseVal.width,
    colour: window.getComputedStyle(text).fill,
  }));
  const overlapping = texts.flatMap((one, index) =>
    texts.slice(index + 1).filter((other) => overlap(one.box, other.box))
      .map((other) => `${one.words} | ${other.words}`));
  return {
    id: figure.id,
    marks: marks.length,
    width: box.width,
    height: box.height,
    named: (svg.getAttribute("aria-labelledby") ?? "").split(" ")
      .every((id) => (window.document.getElementById(id)?.textContent ?? "").length > 3),
    role: svg.getAttribute("role"),
    outside: texts.filter((text) => !inside(text.box, box)).map((text) => text.words),
    overlapping,
    smallest: Math.min(...texts.map((text) => text.pixels)),
    ink: texts[0].colour,
  };
};

const look = (frame) => {
  const { contentWindow: window, contentDocument: page } = frame;
  const overflow = page.documentElement.scrollWidth - page.documentElement.clientWidth;
  for (const details of page.querySelectorAll("details")) details.open = true;
  const table = page.querySelector("#results table");
  const rows = () => [...table.tBodies[0].rows];
  const before = rows().length;
  table.querySelector("th button").click();
  const input = page.querySelector("#results input");
  input.value = rows()[0].cells[0].textContent;
  input.dispatchEvent(new window.Event("input"));
  return {
    width: page.documentElement.clientWidth,
    overflow: Math.max(overflow, page.documentElement.scrollWidth - page.documentElement.clientWidth),
    problems: window.problems,
    requests: window.performance.getEntriesByType("resource").length,
    ground: window.getComputedStyle(page.body).backgroundColor,
    sections: [...page.querySelectorAll("section")]
      .map((section) => [section.id, section.querySelector("h2").nextElementSibling?.textContent.length ?? 0]),
    links: [...page.querySelectorAll("nav a")].filter((a) => !page.querySelector(a.hash)).length,
    figures: [...page.querySelectorAll("figure")].map((figure) => figureOf(figure, window)),
    sorted: [table.querySelectorAll("th[aria-sort]").length, rows().length - before],
    shown: rows().filter((row) => !row.hidden).length,
    bold: page.querySelectorAll("h1 *, dd b, dd script").length,
  };
};

const found = [];
for (const width of widths) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  frame.addEventListener("load", () => {
    let seen;
    try {
      seen = look(frame);
    } catch (error) {
      seen = { width, problems: [`the probe: ${error.stack}`] };
    }
    found.push(seen);
    if (found.length === widths.length) {
      const text = JSON.stringify(found).replace(/[<>&]/g, (c) => "\\u00" + c.charCodeAt(0).toString(16));
      document.getElementById("found").textContent = text;
    }
  });
  frame.srcdoc = html;
  document.body.append(frame);
}
