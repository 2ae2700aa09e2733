/** What the desk does beyond its forms: keys, news of orders, and the progress of imports. */
import './desk.css';

const POLL_MS = 20_000;
const PROGRESS_MS = 1_000;

document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof Element && event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('[type="search"]')?.focus();
});

/** A double press sends a form once. Another form is another decision. */
const DOUBLE_PRESS_MS = 2_000;
let sent: { form: EventTarget | null; at: number } | undefined;
document.addEventListener('submit', (event) => {
  const { target: form, timeStamp: at } = event;
  if (form === sent?.form && at - (sent?.at ?? 0) < DOUBLE_PRESS_MS) event.preventDefault();
  else sent = { form, at };
});

const news = document.querySelector<HTMLElement>('[data-news]');
if (news) setInterval(() => void showNews(news), POLL_MS);

const progress = document.querySelector('[data-progress]');
if (progress) setInterval(() => void showProgress(progress), PROGRESS_MS);

/** Shows how far the work on a file is, and what it has led to once it is done. */
async function showProgress(element: Element): Promise<void> {
  const reply = await fetch(location.href).catch(() => undefined);
  if (!reply?.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const now = page.querySelector('[data-progress]');
  if (now) element.textContent = now.textContent;
  else location.replace(location.href);
}

const title = document.title;

/** Says how many orders have come since the page was loaded. */
async function showNews(element: HTMLElement): Promise<void> {
  const reply = await fetch(element.dataset.news ?? '').catch(() => undefined);
  if (!reply?.ok) return;
  const { orders } = (await reply.json()) as { orders: number };
  if (orders === 0 || element.dataset.shown === String(orders)) return;
  element.dataset.shown = String(orders);
  const link = document.createElement('a');
  link.href = '';
  link.textContent = orders === 1 ? '1 new order: show it' : `${orders} new orders: show them`;
  element.replaceChildren(link);
  document.title = `(${orders}) ${title}`;
  if (hasSound()) playSound();
}

const SOUND = 'desk-sound';
const hasSound = () => localStorage.getItem(SOUND) !== 'off';

/** Two short tones. Browsers play none before somebody has used the page. */
function playSound(): void {
  const audio = new AudioContext();
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(new GainNode(audio, { gain: 0.1 })).connect(audio.destination);
    tone.start(audio.currentTime + index * 0.15);
    tone.stop(audio.currentTime + index * 0.15 + 0.12);
  }
}

const sound = document.querySelector<HTMLInputElement>('[data-sound]');
if (sound) {
  sound.checked = hasSound();
  sound.addEventListener('change', () => {
    localStorage.setItem(SOUND, sound.checked ? 'on' : 'off');
    if (sound.checked) playSound();
  });
}
