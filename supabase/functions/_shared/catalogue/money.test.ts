import { describe, expect, test } from 'vitest'
import { parseMoney } from './money.ts'

describe('prices in feeds', () => {
  test.each([
    ['12.99', '12.99', null],
    ['12', '12', null],
    ['0.5', '0.5', null],
    ['GBP12.99', '12.99', 'GBP'],
    ['12.99 GBP', '12.99', 'GBP'],
    ['USD 1,299.00', '1299.00', 'USD'],
    ['1.299,00 €', '1299.00', 'EUR'],
    ['€ 1 299,00', '1299.00', 'EUR'],
    ['1\u00a0299,00\u00a0€', '1299.00', 'EUR'],
    ["CHF 1'049,95", '1049.95', 'CHF'],
    ['1,299', '1299', null],
    ['1.299', '1299', null],
    ['12,99', '12.99', null],
    ['1.299.000', '1299000', null],
    ['1,23,456.78', '123456.78', null],
    ['$12.99', '12.99', null],
    ['US$12.99', '12.99', 'USD'],
    ['C$ 12.99', '12.99', 'CAD'],
    ['£7', '7', 'GBP'],
    ['0.125', '0.125', null],
    ['12.345 KWD', '12345', 'KWD'],
    ['٤٩٫٩٩', '49.99', null],
    ['From 12.99 only', '12.99', null],
  ])('%s is %s %s', (text, amount, currency) => {
    expect(parseMoney(text)).toEqual({ amount, currency })
  })

  test.each([
    '',
    '   ',
    'call us',
    '-5',
    '10 - 20',
    '12.99 / 15.99',
    '1.2.3',
    '12,99,9',
    'x'.repeat(100_000),
    '1'.repeat(40),
    '(12)',
  ])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull()
  })
})
