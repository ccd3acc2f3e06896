import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A project with the files, keys and values that the Supabase CLI 3 lays out: init, migration new, functions new, gen signing-key. */
export async function makeCliProject(): Promise<{ folder: string; config: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-project-'))
  for (const [name, text] of Object.entries({ ...FILES, 'supabase/signing_keys.json': signingKeys() })) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const config = join(folder, 'supabase/config.toml')
  return { folder, config, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** As `gen signing-key` writes one: a list, both uses, the algorithm and an id. */
function signingKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'ES256', ext: true }
  return JSON.stringify([{ ...key, key_ops: ['sign', 'verify'] }], null, 2)
}

const CONFIG = `
project_id = "cli-project"
[api]
enabled = true
port = 54321
schemas = ["public", "graphql_public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000
[api.tls]
enabled = false
[db]
port = 54322
shadow_port = 54320
health_timeout = "2m"
major_version = 17
[db.pooler]
enabled = false
port = 54329
pool_mode = "transaction"
default_pool_size = 20
max_client_conn = 100
[db.migrations]
enabled = true
schema_paths = []
[db.seed]
enabled = true
sql_paths = ["./seed.sql"]
[db.network_restrictions]
enabled = false
allowed_cidrs = ["0.0.0.0/0"]
allowed_cidrs_v6 = ["::/0"]
[realtime]
enabled = true
[studio]
enabled = true
port = 54323
api_url = "http://127.0.0.1"
openai_api_key = "env(OPENAI_API_KEY)"
[local_smtp]
enabled = true
port = 54324
[storage]
enabled = true
file_size_limit = "50MiB"
[storage.s3_protocol]
enabled = true
[storage.analytics]
enabled = false
max_namespaces = 5
[storage.vector]
enabled = false
max_buckets = 10
[auth]
enabled = true
site_url = "http://127.0.0.1:3000"
additional_redirect_urls = ["https://127.0.0.1:3000"]
jwt_expiry = 3600
signing_keys_path = "./signing_keys.json"
enable_refresh_token_rotation = true
refresh_token_reuse_interval = 10
enable_signup = true
enable_anonymous_sign_ins = false
enable_manual_linking = false
minimum_password_length = 6
password_requirements = ""
[auth.rate_limit]
email_sent = 2
sms_sent = 30
anonymous_users = 30
token_refresh = 150
sign_in_sign_ups = 30
token_verifications = 30
web3 = 30
[auth.email]
enabled = true
double_confirm_changes = true
enable_confirmations = false
secure_password_change = false
max_frequency = "1s"
otp_length = 6
otp_expiry = 3600
[auth.sms]
enabled = false
enable_confirmations = false
template = "Your code is {{ .Code }}"
max_frequency = "5s"
[auth.sms.twilio]
enabled = false
account_sid = ""
message_service_sid = ""
auth_token = "env(SUPABASE_AUTH_SMS_TWILIO_AUTH_TOKEN)"
[auth.mfa]
max_enrolled_factors = 10
[auth.mfa.totp]
enroll_enabled = false
verify_enabled = false
[auth.mfa.phone]
enroll_enabled = false
verify_enabled = false
otp_length = 6
template = "Your code is {{ .Code }}"
max_frequency = "5s"
[auth.external.apple]
enabled = false
client_id = ""
secret = "env(SUPABASE_AUTH_EXTERNAL_APPLE_SECRET)"
redirect_uri = ""
url = ""
skip_nonce_check = false
email_optional = false
[auth.web3.solana]
enabled = false
[auth.third_party.firebase]
enabled = false
[auth.oauth_server]
enabled = false
authorization_url_path = "/oauth/consent"
allow_dynamic_registration = false
[edge_runtime]
enabled = true
policy = "per_worker"
inspector_port = 8083
deno_version = 2
[analytics]
enabled = true
port = 54327
backend = "postgres"
[experimental]
orioledb_version = ""
s3_host = "env(S3_HOST)"
[functions.hello-world]
enabled = true
verify_jwt = false
import_map = "./functions/hello-world/deno.json"
entrypoint = "./functions/hello-world/index.ts"
`

const FILES = {
  'supabase/config.toml': CONFIG,
  'supabase/migrations/20260101000000_create_notes.sql': `
    create table public.notes (
      id bigint generated always as identity primary key,
      owner uuid default auth.uid() references auth.users (id),
      text text not null
    );
    alter table public.notes enable row level security;
    create policy "everybody reads" on public.notes for select using (true);
    create policy "owners write" on public.notes for insert to authenticated with check (owner = auth.uid());`,
  'supabase/migrations/20260102000000_add_files.sql': `
    insert into storage.buckets (id, name, public) values ('files', 'files', false);
    create policy "users keep files" on storage.objects to authenticated
      using (bucket_id = 'files') with check (bucket_id = 'files');`,
  'supabase/seed.sql': `insert into public.notes (text) values ('seeded');`,
  'supabase/functions/hello-world/deno.json': JSON.stringify({
    imports: {
      '@supabase/functions-js': 'jsr:@supabase/functions-js@^2',
      '@supabase/server': 'npm:@supabase/server@^1',
    },
  }),
  'supabase/functions/hello-world/index.ts': `
    import "@supabase/functions-js/edge-runtime.d.ts"
    import { withSupabase } from "@supabase/server"

    export default {
      fetch: withSupabase({ auth: ["publishable", "secret"] }, async (req, ctx) => {
        const { name } = await req.json()
        const { data } = await ctx.supabase.from("notes").select("text")
        return Response.json({ message: \`Hello \${name}!\`, notes: data })
      }),
    }`,
}
