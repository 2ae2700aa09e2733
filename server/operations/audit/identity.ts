/** The identity of the shop is complete and valid. */

import { hasTermsOf, readTaxKeys } from '../../shop/identity/sale-terms.ts';
import { readIdentity, versionOf } from '../../shop/identity/store.ts';
import { findSchemaProblems } from '../identity/problems.ts';
import { FOUND_MAX, type Invariant } from './invariant.ts';

export const identityInvariants: readonly Invariant[] = [
  {
    name: 'the identity of the shop is what was imported',
    async find(db) {
      const rows = await db.selectFrom('shop_identity').selectAll().execute();
      return rows.flatMap(({ version, document, pictures }) => {
        if (version !== versionOf({ document, pictures })) {
          return ['the document is not that of its version'];
        }
        return findSchemaProblems(JSON.parse(document)).map(
          ({ path, sentence }) => `${path} ${sentence}`,
        );
      });
    },
  },
  {
    name: 'orders are sold with the terms and the rates of the identity',
    async find(db) {
      const identity = await readIdentity(db);
      if (identity === undefined) return [];
      const keys = await readTaxKeys(db);
      const unknown = await db
        .selectFrom('products')
        .select(['id', 'tax'])
        .where('tax', 'is not', null)
        .$if(keys.length > 0, (query) => query.where('tax', 'not in', keys))
        .limit(FOUND_MAX)
        .execute();
      return [
        ...((await hasTermsOf(db, identity))
          ? []
          : ['the last terms are not those of the identity']),
        ...unknown.map(({ id, tax }) => `product ${id} has the rate ${tax}, which the shop lacks`),
      ];
    },
  },
];
