import { expect, test } from 'vitest'
import { type FormValues, formValues } from '../../record/fields.ts'
import { productFields, productSchema } from './product-form.ts'

const typed: FormValues = {
  ...formValues(productFields, null),
  product_name: 'Silk Robe',
  merchant_name: 'Mill',
  affiliate_link: 'https://mill.example/robe',
}

test('a new product is saved as its form shows it', () => {
  expect(productSchema.parse(typed)).toMatchObject({ availability: 'unknown', currency: 'USD' })
  expect(typed).toMatchObject({ availability: 'unknown', currency: 'USD' })
})

test('a price that is no number is told there, and compared with no other', () => {
  const told = (prices: object) =>
    productSchema.safeParse({ ...typed, ...prices }).error?.issues.map(({ path }) => path.join())
  expect(told({ price: '19,90', list_price: '30' })).toEqual(['price'])
  expect(told({ price: '19.90', list_price: '15' })).toEqual(['list_price'])
  expect(told({ price: '19.90', list_price: '30' })).toBeUndefined()
})

test('a currency that there is none of is refused, however it is written', () => {
  const currency = (typedWord: string) => productSchema.safeParse({ ...typed, currency: typedWord })
  for (const word of ['dol', 'DOL', 'US', 'XYZ']) {
    expect(currency(word).error?.issues.map(({ message }) => message)).toEqual(['A currency such as USD, EUR or GBP'])
  }
  expect(currency('eur').data?.currency).toBe('EUR')
})
