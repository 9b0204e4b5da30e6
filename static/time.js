// Times in words that go on by themselves: <time datetime="…" data-wait>2 h 14 min</time>.

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** Time left, in short: "2 h 14 min", "1 day 3 h", "42 s", "now". As frontend/words.py says it. @param {number} seconds */
export function clockWords(seconds) {
  const left = Math.floor(seconds);
  if (left <= 0) return "now";
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (days) return `${days} day${days > 1 ? "s" : ""}` + (hours ? ` ${hours} h` : "");
  if (hours) return `${hours} h` + (minutes ? ` ${minutes} min` : "");
  if (minutes >= 5) return `${minutes} min`;
  return minutes ? `${minutes} min ${left % MINUTE} s` : `${left} s`;
}

/** A moment for people, in their own time zone: "today at 20:00", "tomorrow at 9:00", "Tuesday 18:00", "3 March 18:00". @param {Date} moment */
export function momentWords(moment, now = new Date()) {
  const clock = moment.toLocaleTimeString("en-GB", { hour: "numeric", minute: "2-digit" });
  // By the calendar: in a night in which the clocks change a day has 23 hours, or 25.
  const days = Math.round((dateOf(moment) - dateOf(now)) / (DAY * 1000));
  if (days === 0) return `today at ${clock}`;
  if (days === 1) return `tomorrow at ${clock}`;
  if (days > 1 && days < 7) return `${moment.toLocaleDateString("en-GB", { weekday: "long" })} ${clock}`;
  return `${moment.toLocaleDateString("en-GB", { day: "numeric", month: "long" })} ${clock}`;
}

/** A sentence with its marked moments ("until {2026-11-24T18:00:00+00:00}") in the words of this clock. @param {string} words */
export function withMoments(words) {
  return words.replace(/\{(\d{4}-\d\d-\d\dT[\d:]+\+00:00)\}/g, (_, moment) => momentWords(new Date(moment)));
}

/** @param {Date} moment */
const dateOf = (moment) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Bring every waiting time, every moment and every tooltip of a time below `root` up to date, now and every second from then on. @param {Document | HTMLElement} root */
export function keepTimes(root) {
  const tick = () => {
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-wait]"))) {
      const words = clockWords((Date.parse(time.dateTime) - Date.now()) / 1000);
      if (time.textContent !== words) time.textContent = words;
    }
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-moment]"))) {
      const words = momentWords(new Date(time.dateTime));
      if (time.textContent !== words) time.textContent = words;
    }
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[title]"))) {
      const words = momentWords(new Date(time.dateTime));
      if (time.title !== words) time.title = words;
    }
  };
  tick();
  setInterval(tick, 1000);
}
