/** What all damages share: their type, and rows to damage, as SQL. */

/** For each invariant: how it is violated, and by which statements, separated by semicolons. */
export type Damages = Record<string, Record<string, string>>;

export const aUser = '(select min(id) from users)';
export const anOrder = '(select min(id) from orders)';
export const cancelledOrder = "(select id from orders where status = 'cancelled')";
export const refundedOrder = "(select id from orders where status = 'refunded')";
export const erasedUser = '(select id from users where erased_at is not null)';
export const erasedOrder = `(select id from orders where user_id = ${erasedUser})`;
