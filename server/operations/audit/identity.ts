/** The identity of the shop is complete and valid. */

import { versionOf } from '../../shop/identity/store.ts';
import { findSchemaProblems } from '../identity/problems.ts';
import type { Invariant } from './invariant.ts';

export const identityInvariants: readonly Invariant[] = [
  {
    name: 'the identity of the shop is what was imported',
    async find(db) {
      const rows = await db.selectFrom('shop_identity').selectAll().execute();
      return rows.flatMap(({ version, document }) => {
        if (version !== versionOf(document)) return ['the document is not that of its version'];
        return findSchemaProblems(JSON.parse(document)).map(
          ({ path, sentence }) => `${path} ${sentence}`,
        );
      });
    },
  },
];
