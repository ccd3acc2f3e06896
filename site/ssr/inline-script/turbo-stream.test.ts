import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { expect, test } from 'vitest'
import { turboStream } from './turbo-stream.ts'

const decoded = async (text: string) => (await decode(new Blob([text]).stream(), globalThis)).value

test('React Router reads from it what was written', async () => {
  const data = {
    loaderData: {
      root: { siteUrl: 'https://shop.example', empty: '', zero: 0, no: false, nothing: null },
      'routes/all-deals': {
        list: [],
        lists: [[1, 2], ['P', 3], [null]],
        rows: [{ name: 'é – </script>' }, { name: 'é – </script>' }],
      },
    },
    actionData: null,
    errors: null,
  }
  expect(await decoded(turboStream(data))).toEqual(data)
})
