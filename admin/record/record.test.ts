import { expect, test } from 'vitest'
import { changedBy, differing, type FormField, formValues, merged } from './fields.ts'
import { amount, optional, optionalImage, optionalTime, required, webAddress } from './values.ts'

const fields: FormField[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'price', label: 'Price', kind: 'number' },
  { key: 'shown', label: 'Shown', kind: 'check' },
]

test('a row stands in its form as text and ticks, and a new one is empty', () => {
  expect(formValues(fields, { name: 'Silk', price: 0, shown: true, other: 1 })).toEqual({
    name: 'Silk',
    price: '0',
    shown: true,
  })
  expect(formValues(fields, { name: null, price: undefined })).toEqual({ name: '', price: '', shown: false })
  expect(formValues(fields, null)).toEqual({ name: '', price: '', shown: false })
})

test('a new record has what its form shows: a choice begins with its first, or with the one that is named', () => {
  const choices = [
    { value: 'in_stock', label: 'In stock' },
    { value: 'unknown', label: 'Not known' },
  ]
  const choice: FormField = { key: 'availability', label: 'Availability', kind: 'choice', choices }
  expect(formValues([choice], null)).toEqual({ availability: 'in_stock' })
  expect(formValues([{ ...choice, initial: 'unknown' }], null)).toEqual({ availability: 'unknown' })
  expect(formValues([{ ...choice, initial: 'unknown' }], { availability: 'in_stock' })).toEqual({
    availability: 'in_stock',
  })
})

test('only fields that differ are asked about', () => {
  const mine = { name: 'Silk', price: '1', shown: true }
  expect(differing(fields, mine, { ...mine, price: '2' }).map(({ key }) => key)).toEqual(['price'])
})

test('of what somebody else saved only the fields that they changed are told', () => {
  const began = { name: 'Silk', price: '1', shown: true }
  expect(changedBy(fields, began, { ...began, price: '3' })).toEqual({ price: '3' })
})

test('what somebody else saved stands where nothing was typed, and what was typed stays', () => {
  const began = { name: 'Silk', price: '1', shown: true }
  const values = { ...began, price: '2' }
  const saved = { name: 'Satin', price: '3', shown: false }
  expect(merged(fields, { values, began, saved })).toEqual({ name: 'Satin', price: '2', shown: false })
})

test.each([
  [webAddress('Link'), 'javascript:alert(1)', 'An address that begins with https:// or http://'],
  [webAddress('Link'), '', 'Link is required'],
  [
    optionalImage,
    '//evil.example/x.png',
    'An address that begins with https://, or a path of this site that begins with /',
  ],
  [
    optionalImage,
    'data:text/html,x',
    'An address that begins with https://, or a path of this site that begins with /',
  ],
  [amount, 'twelve', 'A number with a point, such as 24.50'],
  [amount, '-1', 'A number with a point, such as 24.50'],
  [optionalTime, '-5 days', 'A length of time, such as 24 hours'],
  [optionalTime, '99999999999 years', 'A length of time, such as 24 hours'],
  [required('Name', 3), 'four', 'Name has 3 characters at most'],
])('is refused with a sentence', (schema, typed, sentence) => {
  const result = schema.safeParse(typed)
  expect(result.error?.issues[0]?.message).toBe(sentence)
})

test('nothing typed is null, not an empty text or zero', () => {
  expect(optional().parse('  ')).toBeNull()
  expect(amount.parse(' ')).toBeNull()
  expect(['24 hours', '24:00:00', '3 days', '1 day 12:00:00', ''].map((text) => optionalTime.parse(text))).toEqual([
    ...['24 hours', '24:00:00', '3 days', '1 day 12:00:00'],
    null,
  ])
  expect(amount.parse('24.50')).toBe(24.5)
  expect(optionalImage.parse('/art/hero.webp')).toBe('/art/hero.webp')
})
