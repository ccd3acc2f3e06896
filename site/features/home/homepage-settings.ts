import { type ShopQuery, unwrap } from '#site/ssr/data/query.ts'

export interface HeroSettings {
  title: string
  subtitle: string
  buttonText: string
  image: string | null
  badge: string
}

/** Shown when no settings are active, and when they cannot be read. */
export const defaultHero: HeroSettings = {
  title: 'Skincare that earns its shelf',
  subtitle:
    'Cleansers, serums and creams that do what the label says, from the shops that sell them. Every list says when its prices were read.',
  buttonText: 'Browse Skincare Deals',
  image: null,
  badge: 'Premium Skincare Products',
}

export const heroQuery = (): ShopQuery<HeroSettings> => ({
  key: 'homepage-settings',
  tables: ['homepage_settings'],
  failure: 'Failed to fetch settings',
  read: async (client) => {
    const row = unwrap(
      await client
        .from('homepage_settings')
        .select('hero_title, hero_subtitle, hero_button_text, hero_background_image, hero_badge_text')
        .eq('is_active', true)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    )
    return {
      title: row?.hero_title || defaultHero.title,
      subtitle: row?.hero_subtitle || defaultHero.subtitle,
      buttonText: row?.hero_button_text || defaultHero.buttonText,
      image: row?.hero_background_image || defaultHero.image,
      badge: row?.hero_badge_text || defaultHero.badge,
    }
  },
})
