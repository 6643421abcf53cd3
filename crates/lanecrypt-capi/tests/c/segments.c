/* Messages whose bytes lie in several buffers. */
#include "check.h"

enum { HEADER = 3, DATA = 1400, MAC = 4, PDU = HEADER + DATA + MAC, PDUS = 5 };

/* PDUs of three buffers each become what they become in one piece, and back. */
static void pdus(void)
{
    static const uint8_t key[16] = {1}, integrity_key[16] = {2};
    static lc_pdcp pdcp;
    static uint8_t whole[PDUS][PDU], header[PDUS][HEADER], data[PDUS][DATA], mac[PDUS][MAC], room[PDUS * PDU + 1];
    lc_segment segments[PDUS][3];
    lc_pdcp_job jobs[PDUS];
    size_t i, at = 0;

    IS(lc_pdcp_init(&pdcp, sizeof pdcp, 2, key, 2, integrity_key, 4, 1, LC_BACKEND_BEST), LC_DONE);
    memset(jobs, 0, sizeof jobs);
    memset(room, 0xa5, sizeof room);
    for (i = 0; i < PDUS; i++) {
        memset(header[i], 0x80, HEADER);
        memset(data[i], (int)i, DATA);
        memcpy(whole[i], header[i], HEADER);
        memcpy(whole[i] + HEADER, data[i], DATA);
        IS(lc_pdcp_protect(&pdcp, (uint32_t)i, HEADER, whole[i], PDU), LC_DONE);

        segments[i][0].data = header[i];
        segments[i][0].len = HEADER;
        segments[i][1].data = data[i];
        segments[i][1].len = DATA;
        segments[i][2].data = mac[i];
        segments[i][2].len = MAC;
        jobs[i].context = &pdcp;
        jobs[i].pdu = room + at;
        jobs[i].header_len = HEADER;
        jobs[i].count = (uint32_t)i;
        IS(lc_gather(segments[i], 3, room + at, sizeof room - at, &jobs[i].pdu_len), LC_DONE);
        CHECK(jobs[i].pdu_len == PDU);
        at += PDU;
    }
    CHECK(lc_pdcp_protect_batch(jobs, PDUS) == PDUS);
    for (i = 0; i < PDUS; i++) {
        IS(lc_scatter(segments[i], 3, jobs[i].pdu, jobs[i].pdu_len), LC_DONE);
        CHECK(memcmp(header[i], whole[i], HEADER) == 0);
        CHECK(memcmp(data[i], whole[i] + HEADER, DATA) == 0);
        CHECK(memcmp(mac[i], whole[i] + HEADER + DATA, MAC) == 0);
    }
    CHECK(all(room, sizeof room - 1, 0) && room[sizeof room - 1] == 0xa5);
    lc_pdcp_clear(&pdcp);
}

/* What is refused is not written. */
static void refused(void)
{
    static uint8_t first[10], second[20], room[32];
    lc_segment segments[3];
    size_t len = 99;

    memset(first, 1, sizeof first);
    memset(second, 2, sizeof second);
    memset(room, 0xa5, sizeof room);
    segments[0].data = first;
    segments[0].len = sizeof first;
    segments[1].data = NULL;
    segments[1].len = 0;
    segments[2].data = second;
    segments[2].len = sizeof second;
    IS(lc_gather(NULL, 3, room, sizeof room, &len), LC_E_ARGUMENT);
    IS(lc_gather(segments, 3, NULL, sizeof room, &len), LC_E_ARGUMENT);
    IS(lc_gather(segments, 3, room, sizeof room, NULL), LC_E_ARGUMENT);
    IS(lc_gather(segments, 3, room, 29, &len), LC_E_BUFFER_LENGTH);
    IS(lc_gather(segments, 3, second, sizeof second, &len), LC_E_BUFFER_LENGTH);
    IS(lc_gather(segments, 1, first + 9, 11, &len), LC_E_OVERLAP);
    IS(lc_gather(segments, SIZE_MAX, room, sizeof room, &len), LC_E_ARGUMENT);
    segments[1].len = 1;
    IS(lc_gather(segments, 3, room, sizeof room, &len), LC_E_ARGUMENT);
    segments[1].data = first;
    segments[1].len = SIZE_MAX;
    IS(lc_gather(segments, 3, room, sizeof room, &len), LC_E_TOO_LONG);
    CHECK(len == 99 && all(room, sizeof room, 0xa5) && all(first, sizeof first, 1) && all(second, sizeof second, 2));

    segments[1].len = 0;
    IS(lc_gather(segments, 3, room, sizeof room, &len), LC_DONE);
    CHECK(len == 30 && all(room, 10, 1) && all(room + 10, 20, 2) && all(room + 30, 2, 0xa5));
    IS(lc_scatter(segments, 3, room, 29), LC_E_BUFFER_LENGTH);
    IS(lc_scatter(segments, 3, NULL, 30), LC_E_ARGUMENT);
    IS(lc_scatter(NULL, 3, room, 30), LC_E_ARGUMENT);
    IS(lc_scatter(segments, 1, first, 10), LC_E_OVERLAP);
    CHECK(all(room, 10, 1) && all(room + 10, 20, 2));
    IS(lc_scatter(segments, 3, room, 30), LC_DONE);
    CHECK(all(room, 30, 0) && all(room + 30, 2, 0xa5) && all(first, sizeof first, 1) && all(second, sizeof second, 2));

    /* No segments are an empty message. */
    IS(lc_gather(NULL, 0, NULL, 0, &len), LC_DONE);
    CHECK(len == 0);
    IS(lc_scatter(NULL, 0, NULL, 0), LC_DONE);
}

int main(void)
{
    pdus();
    refused();
    return report("segments");
}
