import { describe, expect, test } from 'vitest'
import { awin } from './parse.ts'

const HEADER = 'aw_deep_link,merchant_deep_link,merchant_product_id,aw_product_id,product_name,search_price,merchant_id'

async function rowsOf(text: string, publisherId: string | null) {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const rows = []
  for await (const batch of awin.parse(bytes(), { programmeId: null, publisherId })) rows.push(...batch.rows)
  return rows
}

describe("Awin's delimited feed", () => {
  test('builds the tracked link of a row that has only the page of the merchant', async () => {
    const [row] = await rowsOf(`${HEADER}\n,https://www.loam.example/p/1?a=b&c=d,P1,9,Vase,2,77\n`, '100001')
    expect(row).toMatchObject({
      link: 'https://www.awin1.com/cread.php?awinmid=77&awinaffid=100001&ued=https%3A%2F%2Fwww.loam.example%2Fp%2F1%3Fa%3Db%26c%3Dd',
      merchantPage: 'https://www.loam.example/p/1?a=b&c=d',
    })
  })

  test.each([
    ['no publisher id', 'https://www.loam.example/p/1', '77', null],
    ['a page that is no web address', 'javascript:alert(1)', '77', '100001'],
    ['a programme that is no number', 'https://www.loam.example/p/1', '7&ued=x', '100001'],
  ])('builds no link with %s', async (_, page, programme, publisherId) => {
    const [row] = await rowsOf(`${HEADER}\n,${page},P1,9,Vase,2,${programme}\n`, publisherId)
    expect(row?.link).toBe('')
  })

  test('keeps the network’s own link where there is one', async () => {
    const [row] = await rowsOf(
      `${HEADER}\nhttps://www.awin1.com/pclick.php?p=9,https://loam.example/,P1,9,Vase,2,77\n`,
      '1',
    )
    expect(row?.link).toBe('https://www.awin1.com/pclick.php?p=9')
  })

  test('takes the id of the network in rows where the merchant gives none', async () => {
    const rows = await rowsOf(`${HEADER}\n,,P1,9,Vase,2,77\n,,,10,Bowl,2,77\n`, null)
    expect(rows.map(({ externalId }) => externalId)).toEqual(['P1', '10'])
  })

  test('reads a file without tracked links, and refuses one without any', async () => {
    expect(
      await rowsOf('merchant_deep_link,merchant_product_id,product_name\nhttps://a.example/,1,A\n', '1'),
    ).toHaveLength(1)
    await expect(rowsOf('merchant_product_id,product_name\n1,A\n', '1')).rejects.toThrow(
      'The header lacks aw_deep_link or merchant_deep_link.',
    )
  })
})
