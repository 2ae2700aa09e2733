/** Many short lists are stored in one array: the start of each list there, and the end of the last one. */
export function offsetsOf(lengths: ArrayLike<number>): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index++) {
    offsets[index + 1] = (offsets[index] as number) + (lengths[index] as number);
  }
  return offsets;
}

export function increment(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] as number) + 1;
}
