/** The number of records that one statement reads or writes. */
export const BATCH_SIZE = 500;

/** Yields a full batch only after another item has arrived, so the last batch follows the end of the input. */
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
