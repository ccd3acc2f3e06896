/** Options of the platform, with the keys and meanings of the Supabase CLI's config.toml. */
export interface PlatformConfig {
  api: { schemas: string[]; extra_search_path: string[]; max_rows: number }
}
