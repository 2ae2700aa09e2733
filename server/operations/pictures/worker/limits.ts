/** The limits of the process that reads pictures. A server with 1 GB of memory has room for it beside the shop. */

/** Resident memory. Node and libvips take 80 MB of it. */
export const MEMORY_MAX_BYTES = 420_000_000;
/** What a decoder may hold of a picture, by its head. The limit above holds if a head lies. */
export const DECODED_MAX_BYTES = 290_000_000;
/** More take minutes. */
export const PIXELS_MAX = 64_000_000;
/** For one picture, in all its sizes. */
export const SECONDS_MAX = 60;
export const FILE_MAX_BYTES = 30 * 1024 * 1024;
