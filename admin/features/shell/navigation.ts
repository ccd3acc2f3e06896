import {
  Bell,
  Cog,
  FileText,
  History,
  House,
  Image,
  LayoutDashboard,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Mail,
  Network,
  Newspaper,
  PackageSearch,
  PenLine,
  Rss,
  Send,
  Settings,
  ShoppingBag,
  ShoppingCart,
  SlidersHorizontal,
  Smartphone,
  Star,
  Store,
  Trash2,
  UserCog,
  UserSearch,
  Users,
} from 'lucide-react'
import type { StaffRole } from '../session/rights.ts'

export interface NavigationItem {
  label: string
  to: string
  icon: LucideIcon
}

export interface NavigationGroup {
  title: string
  /** Shown to this role and those above it. */
  for: StaffRole
  items: readonly NavigationItem[]
}

/** The sidebar: in each group what the specification lists (B 2), then the other screens of its kind. */
export const navigation: readonly NavigationGroup[] = [
  {
    title: 'Navigation',
    for: 'editor',
    items: [
      { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
      { label: 'Product Monitoring', to: '/product-monitoring', icon: PackageSearch },
      { label: 'Wallpapers', to: '/wallpapers', icon: Smartphone },
      { label: 'Products', to: '/products', icon: ShoppingBag },
      { label: 'Retailer Products', to: '/retailer-products', icon: Star },
      { label: 'Merchants', to: '/merchants', icon: Store },
      { label: 'Networks', to: '/networks', icon: Network },
      { label: 'Feeds', to: '/feeds', icon: Rss },
      { label: 'Shopify Store', to: '/shopify', icon: ShoppingCart },
      { label: 'Collections', to: '/collections', icon: LayoutGrid },
      { label: 'Notifications', to: '/notifications', icon: Bell },
      { label: 'Activity', to: '/activity', icon: History },
      { label: 'Jobs', to: '/jobs', icon: Cog },
      { label: 'Trash', to: '/trash', icon: Trash2 },
    ],
  },
  {
    title: 'Content Tools',
    for: 'editor',
    items: [
      { label: 'Blog Generator', to: '/dashboard#blog-generator', icon: PenLine },
      { label: 'Content Management', to: '/dashboard#content-management', icon: FileText },
      { label: 'Image Management', to: '/dashboard#image-management', icon: Image },
    ],
  },
  {
    title: 'Administration',
    for: 'admin',
    items: [
      { label: 'User Management', to: '/dashboard#user-management', icon: Users },
      { label: 'Site Settings', to: '/dashboard#site-settings', icon: Settings },
      { label: 'Users', to: '/users', icon: UserCog },
      { label: 'Settings', to: '/settings', icon: SlidersHorizontal },
      { label: 'Set-up', to: '/setup', icon: ListChecks },
      { label: 'Homepage', to: '/homepage', icon: House },
      { label: 'Messages', to: '/messages', icon: Mail },
      { label: 'Subscribers', to: '/subscribers', icon: Newspaper },
      { label: 'Outbox', to: '/outbox', icon: Send },
      { label: 'Personal Data', to: '/personal-data', icon: UserSearch },
    ],
  },
]
