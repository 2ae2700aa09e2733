/** No account has the name; the message is a sentence for the operator. */
export class AccountMissing extends Error {
  override readonly name = 'AccountMissing';

  constructor(username: string) {
    super(`There is no account ${JSON.stringify(username)}.`);
  }
}
