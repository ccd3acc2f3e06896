import type pg from 'pg'
import { createRandom, type Random } from '#demo/seed/random.ts'

export interface BenchQuery {
  kind: 'word' | 'words' | 'misspelt' | 'prefix' | 'unfinished' | 'common' | 'nothing'
  text: string
  /** What was meant, for misspelt ones. */
  meant: string[]
}

const shares = { word: 50, words: 60, misspelt: 40, prefix: 15, unfinished: 10, common: 20, nothing: 5 } as const
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Two hundred queries as shoppers write them, made of the catalogue's own names; the same catalogue gives the same ones. */
export async function makeQueries(client: pg.ClientBase): Promise<BenchQuery[]> {
  const names = await client.query<{ name: string }>(
    'select product_name as name from public.products where id % 4999 = 7 order by id limit 400',
  )
  const common = await client.query<{ word: string }>(
    'select word from private.search_words where length(word) > 3 order by frequency desc, word limit 20',
  )
  const random = createRandom(42)
  const pick = () =>
    wordsOf(
      oneOf(
        names.rows.map(({ name }) => name),
        random,
      ),
    )
  const some = (count: number, make: () => BenchQuery) => Array.from({ length: count }, make)
  return [
    ...some(shares.word, () => ({ kind: 'word', text: oneOf(pick(), random), meant: [] })),
    ...some(shares.words, () => ({ kind: 'words', text: neighbours(pick(), random).join(' '), meant: [] })),
    ...some(shares.misspelt, () => {
      const meant = neighbours(pick(), random)
      const longest = meant.toSorted((a, b) => b.length - a.length)[0] ?? ''
      return {
        kind: 'misspelt',
        text: meant.map((word) => (word === longest ? slip(word, random) : word)).join(' '),
        meant,
      }
    }),
    ...some(shares.prefix, () => {
      const word = oneOf(pick(), random)
      return { kind: 'prefix', text: word.slice(0, Math.max(3, word.length - 2)), meant: [] }
    }),
    ...some(shares.unfinished, () => ({
      kind: 'unfinished',
      text: neighbours(pick(), random).join(' ').slice(0, -3),
      meant: [],
    })),
    ...common.rows.map(({ word }): BenchQuery => ({ kind: 'common', text: word, meant: [] })),
    ...some(shares.nothing, () => ({ kind: 'nothing', text: `zq${oneOf(pick(), random)}xv`, meant: [] })),
  ]
}

/** Words long enough to be searched for, without the numbers of sizes. */
export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3)

function neighbours(words: string[], random: Random): string[] {
  const start = Math.floor(random.next() * Math.max(1, words.length - 1))
  return words.slice(start, start + (random.chance(0.3) ? 3 : 2))
}

/** One slip of the finger, never on the first letter: a letter too few, one too many, a wrong one, two exchanged. */
function slip(word: string, random: Random): string {
  const at = 1 + Math.floor(random.next() * (word.length - 2))
  const letter = oneOf([...letters], random)
  const slips = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ]
  return oneOf(slips, random)
}

const oneOf = (list: readonly string[], random: Random): string => list[Math.floor(random.next() * list.length)] ?? ''
