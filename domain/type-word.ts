/** What a cell of the column must hold, where it is no plain text; '' for text. */
export function typeWord(type: string): string {
  if (type === 'text' || type.startsWith('character varying')) return ''
  if (/^(numeric|real|double)/.test(type)) return 'a number'
  if (/^(big|small)?int/.test(type)) return 'a whole number'
  if (type.startsWith('timestamp')) return 'a date and time'
  if (type.endsWith('[]')) return 'a list in braces'
  return TYPES[type] ?? type
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  date: 'a date',
  interval: 'a time, such as 24 hours',
  json: 'JSON',
  jsonb: 'JSON',
  uuid: 'an id',
}
