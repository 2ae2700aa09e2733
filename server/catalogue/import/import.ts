import { readFile } from 'node:fs/promises';
import type { Services } from '../../http/services.ts';
import { upsertProducts, writeVersion } from '../store.ts';

export async function importFile({ db, now, newId }: Services, file: string): Promise<void> {
  const products = JSON.parse(await readFile(file, 'utf8'));
  await db.transaction().execute(async (tx) => {
    let position = 0;
    for (const p of products) {
      position++;
      await upsertProducts(tx, [
        {
          position,
          id: p._id,
          name: p.name,
          category: p.category,
          cost_cents: Math.round(p.cost * 100),
          rating_halves: p.rating * 2,
          image: p.image,
          stock: null,
          updated_at: now(),
        },
      ]);
    }
    await writeVersion(tx, newId());
  });
}
