import {
  type BrokenPicture,
  findBroken,
  findMissing,
} from '../../server/operations/pictures/remote.ts';
import { UsageError } from '../errors.ts';
import { type ListFormat, printList } from '../list.ts';
import { readShop } from '../shop.ts';

interface Options {
  missing?: true | undefined;
  broken?: true | undefined;
  json?: true | undefined;
}

export async function run({ missing, broken, json = undefined }: Options): Promise<void> {
  if (!missing && !broken) throw new UsageError('list needs --missing or --broken.');
  const options = { json: json ?? false };
  await readShop((db) =>
    broken
      ? printList(findBroken(db), brokenPictures, options)
      : printList(findMissing(db), missingPictures, options),
  );
}

const missingPictures: ListFormat<{ id: string; name: string }> = {
  columns: [
    { title: 'product', text: ({ id }) => id },
    { title: 'name', text: ({ name }) => name, mayShrink: true },
  ],
  toJson: ({ id, name }) => ({ product: id, name }),
  none: 'Every product on sale has a picture.',
};

const brokenPictures: ListFormat<BrokenPicture> = {
  columns: [
    { title: 'product', text: ({ id }) => id },
    { title: 'problem', text: ({ problem }) => problem },
    { title: 'picture', text: ({ image }) => image, mayShrink: true },
  ],
  toJson: ({ id, image, problem }) => ({ product: id, picture: image, problem }),
  none: 'Every picture on another server can be loaded.',
};
