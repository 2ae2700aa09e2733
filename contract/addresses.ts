import { Type } from 'typebox';
import { ADDRESS_MAX_LENGTH } from './limits.ts';
import * as messages from './messages.ts';

export const Address = Type.Object({ _id: Type.String(), address: Type.String() });
export type Address = Type.Static<typeof Address>;

export const AddressList = Type.Array(Address, { description: 'Oldest first' });

export const AddressBody = Type.Object(
  {
    address: Type.Optional(
      Type.String({
        shownAs: Type.String({ minLength: 1, maxLength: ADDRESS_MAX_LENGTH }),
        refusal: messages.addressNotText,
      }),
    ),
  },
  { needs: ['address'] },
);
