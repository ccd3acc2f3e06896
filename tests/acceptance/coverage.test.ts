import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readTitles } from '../../scripts/spec/read-titles.ts'

/** `<file below tests/acceptance, or from the root>: <title of the test>`. */
type Proof = `${string}.test.ts: ${string}`

const BUCKETS: Proof =
  'storage-buckets.test.ts: are made, changed, emptied and deleted, and are private unless they say otherwise'

/**
 * Every call that the back office and the storefront make to the backend, with the tests that make it. The list of
 * calls is the specification's; a call without a test, or a test that is no longer there, fails.
 */
const CALLS: Record<string, Record<string, Proof[]>> = {
  auth: {
    'POST /signup (email)': ['auth.test.ts: by e-mail: sign up, sign in, read, sign out'],
    'POST /signup (phone)': ['auth.test.ts: by phone, with a password'],
    'POST /signup (captcha token)': [
      'platform/auth/limits/limits.db.test.ts: a solved one lets in, and an admin needs none',
    ],
    'POST /token?grant_type=password': ['auth.test.ts: by e-mail: sign up, sign in, read, sign out'],
    'POST /token?grant_type=refresh_token': [
      'auth.test.ts: a refreshed session has new tokens, and claims that verify',
    ],
    'POST /token?grant_type=pkce': [
      'platform/auth/oauth/oauth.db.test.ts: PKCE: the browser that began gets a session with the provider’s token',
    ],
    'POST /token?grant_type=id_token': [
      'platform/auth/oauth/oauth.db.test.ts: an app’s id_token signs in when issuer, audience, signature and nonce are right',
    ],
    'POST /otp': ['auth.test.ts: by phone, with a code'],
    'POST /verify': [
      'auth.test.ts: a sign-up is confirmed by its code',
      'auth.test.ts: a magic link’s hash signs in, once',
    ],
    'POST /sso': ['platform/auth/sso/sso.db.test.ts: an employee signs in, and comes back as the same user'],
    'POST /recover': [
      'auth.test.ts: recovery, resend and one-time sign-in are asked for by address',
      'auth.test.ts: a recovery link leads to the site, signed in to choose a new password',
    ],
    'POST /resend': ['auth.test.ts: recovery, resend and one-time sign-in are asked for by address'],
    'GET /reauthenticate': ['auth.test.ts: reauthentication is asked for by a signed-in user'],
    'GET /user': ['auth.test.ts: by e-mail: sign up, sign in, read, sign out'],
    'PUT /user': ['auth.test.ts: data is merged, and a changed address and password hold'],
    'POST /logout?scope=local': ['auth.test.ts: by e-mail: sign up, sign in, read, sign out'],
    'POST /logout?scope=global, others': ['auth.test.ts: signing out of the others and everywhere'],
    'GET /authorize': [
      'auth.test.ts: providers that are off are refused before the browser leaves',
      'platform/auth/oauth/oauth.db.test.ts: implicit: the session is in the fragment',
    ],
    'GET /user/identities/authorize': [
      'platform/auth/oauth/oauth.db.test.ts: a signed-in user links, and unlinks, a provider; somebody else’s identity stays theirs',
    ],
    'DELETE /user/identities/{identity_id}': ['auth.test.ts: identities are listed; the last one stays'],
    'POST /factors': ['auth.test.ts: a second factor raises the session'],
    'POST /factors/{id}/challenge': ['auth.test.ts: a second factor raises the session'],
    'POST /factors/{id}/verify': ['auth.test.ts: a second factor raises the session'],
    'DELETE /factors/{id}': ['platform/auth/factors/factors.db.test.ts: removing the factor lowers the session'],
    'GET /admin/users': ['auth.test.ts: users are made, read, changed, listed by page, and deleted'],
    'POST /admin/users': ['auth.test.ts: users are made, read, changed, listed by page, and deleted'],
    'GET, PUT, DELETE /admin/users/{id}': ['auth.test.ts: users are made, read, changed, listed by page, and deleted'],
    'DELETE /admin/users/{id} should_soft_delete': ['auth.test.ts: a soft deletion frees the address'],
    'POST /admin/generate_link': [
      'auth.test.ts: a magic link’s hash signs in, once',
      'auth.test.ts: both links of an address change',
    ],
    'POST /invite': ['auth.test.ts: invitations, and signing somebody out'],
    '/admin/users/{id}/factors': ['platform/auth/factors/factors.db.test.ts: an admin lists and removes factors'],
  },
  storage: {
    '/object/upload/sign/{path}': ['storage-files.test.ts: work once, and again only when they may replace'],
    'POST /object/move': ['storage-files.test.ts: moves within a bucket and to another'],
    'POST /object/copy': ['storage-files.test.ts: copies within a bucket and to another'],
    'POST /object/sign/{bucket}/{path}': ['storage-urls.test.ts: reads a private file, and can be saved under a name'],
    'GET /object/info/{path}': ['storage-files.test.ts: tells what is known of a file'],
    'POST /object/list/{bucket}': ['storage-files.test.ts: shows files with their facts'],
    'DELETE /object/{bucket} with prefixes': ['storage-files.test.ts: removes and says what'],
    'GET, POST, PUT /bucket': [BUCKETS],
    'POST /bucket/{id}/empty': [BUCKETS],
    'DELETE /bucket/{id}': [BUCKETS],
    'upload to wallpapers, then its public URL': [
      'who-may-do-what/buckets.test.ts: $role has its rights in the bucket $bucket',
      'storage-urls.test.ts: works without a key, in ranges and conditionally, and asks no cookie',
    ],
  },
  rest: {
    wallpaper_collections: ['shop-calls.test.ts: are made, found by slug and name, changed and deleted'],
    wallpapers: ['shop-calls.test.ts: are made, found by slug and name, changed and deleted'],
    draft_products: ['shop-calls.test.ts: a draft becomes a product: read newest first, merged, approved'],
    products: [
      'shop-calls.test.ts: a draft becomes a product: read newest first, merged, approved',
      'shop-calls.test.ts: the latest feed time, the latest comparisons and the active articles are read',
    ],
    comparison_posts: [
      'shop-calls.test.ts: the latest feed time, the latest comparisons and the active articles are read',
    ],
    blog_posts: ['shop-calls.test.ts: the latest feed time, the latest comparisons and the active articles are read'],
    'rpc increment_wallpaper_download': [
      'shop-calls.test.ts: a download is counted for a visitor, who cannot write the count',
    ],
    'rpc get_user_role': ['shop-calls.test.ts: are read as a list whose first item has the role'],
    'rpc update_user_role': ['shop-calls.test.ts: are given by an admin and by nobody else'],
  },
  functions: {
    'POST /functions/v1/{name}': ['gateway.test.ts: a function is called as a visitor and as the service'],
    'any method, streaming, forms': ['functions.test.ts: carries a form', 'functions.test.ts: streams'],
    verify_jwt: ['functions.test.ts: needs no token for OPTIONS and where verify_jwt is off'],
  },
  realtime: {
    'join, leave, heartbeat': ['realtime.test.ts: joins, leaves and joins again on one socket'],
    'broadcast (self, ack)': [
      'realtime.test.ts: broadcasts to others and, when asked, to itself, with and without acknowledgement',
    ],
    'POST /api/broadcast': ['realtime.test.ts: broadcasts over HTTP'],
    presence: ['realtime.test.ts: shows who is present'],
    'private channels': [
      'realtime.test.ts: is kept out of private channels without a policy',
      'realtime.test.ts: uses a private channel that policies open to it',
    ],
    postgres_changes: ['realtime.test.ts: hears of its own rows, made through the REST API, and of no others'],
  },
  gateway: {
    'api key on every request': ['gateway.test.ts: a request without an api key is refused with the hosted text'],
    'bearer outranks it': ['jwt.test.ts: accepts a valid token, which shows that the refusals below mean something'],
  },
}

/** Without the ids of the statements that they show. */
const titlesOf = new Map<string, Promise<string[]>>()
function titlesIn(file: string): Promise<string[]> {
  const path = file.includes('platform/') ? file : `tests/acceptance/${file}`
  const titles =
    titlesOf.get(path) ??
    readFile(path, 'utf8').then((source) =>
      readTitles(path, source).map((title) => title.replace(/ \[[SB\d.]{1,20}\]/g, '').replace(/^.* › /, '')),
    )
  titlesOf.set(path, titles)
  return titles
}

describe.each(Object.entries(CALLS))('%s', (_, calls) => {
  test.each(Object.entries(calls))('%s is made by a test', async (_call, proofs) => {
    expect(proofs.length).toBeGreaterThan(0)
    for (const proof of proofs) {
      const [file, title] = splitProof(proof)
      expect(await titlesIn(file), `${file} has no test with the title: ${title}`).toContain(title)
    }
  })
})

test('docs/compatibility.md lists every call, its state and how many tests show it', async () => {
  await expect(compatibility()).toMatchFileSnapshot('../../docs/compatibility.md')
})

function compatibility(): string {
  const families = Object.entries(CALLS).map(([family, calls]) => {
    const rows = Object.entries(calls).map(([call, proofs]) => `| \`${call}\` | works | ${proofs.length} |`)
    return [`## ${family}`, '', '| call | state | tests |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return `${HEAD}\n${families.join('\n')}`
}

const HEAD = `# Compatibility

Every call of Supabase's clients that is specified here, and its state. Made from tests/acceptance/coverage.test.ts, which
names the tests of each call and fails when one is gone: \`vitest run --project acceptance coverage -u\` writes it anew.
`

function splitProof(proof: Proof): [file: string, title: string] {
  const end = proof.indexOf('.test.ts: ') + '.test.ts'.length
  return [proof.slice(0, end), proof.slice(end + 2)]
}
