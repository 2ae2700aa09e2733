import { Type } from 'typebox';
import { PAGE_SIZE_MAX } from './limits.ts';
import * as messages from './messages.ts';

/** Parameters that select a page of a list. */
export const pageParameters = {
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      description: `Entries per page, 1 to ${PAGE_SIZE_MAX}`,
      shownAs: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }),
      refusal: messages.limitInvalid,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'From the Link header of the previous page',
      refusal: messages.cursorInvalid,
    }),
  ),
};

export const PageQuery = Type.Object(pageParameters);
