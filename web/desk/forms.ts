/** A form is sent once, and what somebody has typed is not lost without a question. */

const DOUBLE_PRESS_MS = 2_000;

// A form that was refused is not saved either. One with a password is left without a question.
const isKept = 'form:not(:has([type="password"]))';
const unsent = new Set<Element>(document.querySelectorAll(`${isKept}:has([role="alert"])`));
let sent: { form: Element; at: number } | undefined;

document.addEventListener('input', ({ target }) => {
  const form = (target as Element).closest<HTMLFormElement>(isKept);
  if (form?.method === 'post') unsent.add(form);
});

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { timeStamp: at } = event;
  form.querySelector('[data-offline]')?.remove();
  if (!navigator.onLine) {
    event.preventDefault();
    sayOffline(form);
  } else if (form === sent?.form && at - sent.at < DOUBLE_PRESS_MS) {
    // Another form is another decision.
    event.preventDefault();
  } else {
    sent = { form, at };
    unsent.delete(form);
  }
});

function sayOffline(form: HTMLFormElement): void {
  const problem = document.createElement('p');
  problem.dataset.offline = '';
  problem.role = 'alert';
  problem.className = 'problem';
  problem.textContent = 'You are offline. Nothing was sent, and what you typed is still here.';
  form.prepend(problem);
}

window.addEventListener('beforeunload', (event) => {
  if (unsent.size > 0) event.preventDefault();
});
