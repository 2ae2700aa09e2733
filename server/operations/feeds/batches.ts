/** Records that one statement looks up, compares or writes. */
export const BATCH_SIZE = 500;

/** Yields a full batch only once there is another item: the last one comes after the input's end. */
export async function* toBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length > 0) yield batch;
}
