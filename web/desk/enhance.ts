/** What the desk does beyond plain pages: keys, news of orders, previews, and the progress of imports. */
import './desk.css';
import './forms.ts';

const POLL_MS = 20_000;
const PROGRESS_MS = 1_000;
const TYPING_MS = 300;

document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof Element && event.target.matches('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('[type="search"]')?.focus();
});

const news = document.querySelector<HTMLElement>('[data-news]');
if (news) setInterval(() => void showNews(news), POLL_MS);

const progress = document.querySelector('[data-progress]');
if (progress) setInterval(() => void showProgress(progress), PROGRESS_MS);

/** Shows how far the work on a file is, and what it has led to once it is done. */
async function showProgress(element: Element): Promise<void> {
  const page = await load();
  const now = page?.querySelector('[data-progress]');
  if (now) element.textContent = now.textContent;
  else if (page) location.replace(location.href);
}

/** @returns this page as it is now, or as a form leads to it; undefined if it can't be loaded */
async function load(form?: FormData): Promise<Document | undefined> {
  const sending = form && { method: 'POST', body: form };
  const reply = await fetch(location.href, sending).catch(() => undefined);
  if (!reply?.ok) return undefined;
  return new DOMParser().parseFromString(await reply.text(), 'text/html');
}

const live = document.querySelector<HTMLFormElement>('[data-live]');
let typing: ReturnType<typeof setTimeout> | undefined;
live?.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => void showPreview(live), TYPING_MS);
});

/** Shows what the form would lead to, without its files. */
async function showPreview(form: HTMLFormElement): Promise<void> {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.set('intent', 'preview');
  const asked = typing;
  const shown = (await load(body))?.querySelector('[data-preview]');
  // What was typed meanwhile asks again.
  if (shown && asked === typing) document.querySelector('[data-preview]')?.replaceWith(shown);
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
