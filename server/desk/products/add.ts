/** One new product. A file of many is imported. */
import { Readable } from 'node:stream';
import { type Done, newProductFields, type SentForm } from '../../../contract/desk.ts';
import { makeId } from '../../operations/feeds/ids.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { sourceOf } from '../../operations/feeds/reading/source-file.ts';
import { printable } from '../../operations/reports/columns.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { findProductRows } from '../../shop/catalogue/store.ts';

/** Its id is made of the name, and it is not on sale yet. @throws OperatorError */
export async function addProduct(
  services: OperatorServices,
  { fields }: SentForm,
): Promise<Done & { id: string }> {
  const { name = '' } = fields;
  const id = makeId('', name.trim());
  if ((await findProductRows(services.db, [id])).length > 0) {
    throw new OperatorError(`There is a product ${id} already: find it, and edit it.`);
  }
  const given = Object.keys(newProductFields).filter((field) => fields[field]?.trim());
  const values = given.map((field) => [field, fields[field]?.trim()]);
  const json = JSON.stringify([{ _id: id, active: false, ...Object.fromEntries(values) }]);
  const file = sourceOf('The form', Readable.from([json]));
  const { problems } = await importFile(services, file, { format: 'json' });
  if (problems.length > 0) {
    const labels = new Map(Object.entries(newProductFields));
    const lines = problems.map(({ field = '', message }) => {
      return `${labels.get(field) ?? field} ${message}.`;
    });
    throw new OperatorError(lines.join('\n'));
  }
  return { id, notice: `${printable(name.trim())} is added. Add pictures, and put it on sale.` };
}
