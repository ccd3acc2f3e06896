import {
  FileText,
  Image,
  LayoutDashboard,
  type LucideIcon,
  PackageSearch,
  PenLine,
  Settings,
  Smartphone,
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

/** The sidebar, as the specification lists it (B 2). */
export const navigation: readonly NavigationGroup[] = [
  {
    title: 'Navigation',
    for: 'editor',
    items: [
      { label: 'Dashboard', to: '/dashboard', icon: LayoutDashboard },
      { label: 'Product Monitoring', to: '/product-monitoring', icon: PackageSearch },
      { label: 'Wallpapers', to: '/wallpapers', icon: Smartphone },
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
    ],
  },
]
