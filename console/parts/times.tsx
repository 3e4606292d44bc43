const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A day in the reader's own way of writing; pointing at it tells the time as well. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment.format(new Date(at))}>
    {day.format(new Date(at))}
  </time>
);

/** A day, where only text may stand. */
export const dayText = (at: string): string => day.format(new Date(at));

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The time of a day that is told elsewhere. */
export const TimeOfDay = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment.format(new Date(at))}>
    {time.format(new Date(at))}
  </time>
);

/** A day with the time of it, where only text may stand. */
export const momentText = (at: string): string => short.format(new Date(at));

/** A day with the time of it. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{short.format(new Date(at))}</time>;

export const dayOrNever = (time: string | null) => (time === null ? 'Never' : <Day at={time} />);
