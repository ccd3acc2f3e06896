import type { ReactNode } from 'react'
import * as controls from './controls.module.css'

/** Drawn on one 24-unit grid with one hairline, so that they sit with the display type. */
function Icon({ children, size = 20 }: { children: ReactNode; size?: number }) {
  return (
    <svg className={controls.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.8-4.8" />
  </Icon>
)
export const BagIcon = () => (
  <Icon>
    <path d="M5 8h14l1 12.5H4L5 8Z" />
    <path d="M8.5 10V6.5a3.5 3.5 0 0 1 7 0V10" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M3 7h18M3 12h18M3 17h12" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 14 14M19 5 5 19" />
  </Icon>
)
export const FilterIcon = () => (
  <Icon size={16}>
    <path d="M3 6h18M6.5 12h11M10 18h4" />
  </Icon>
)
export const ChevronIcon = () => (
  <Icon size={14}>
    <path d="m5 9 7 7 7-7" />
  </Icon>
)
export const OutIcon = () => (
  <Icon size={14}>
    <path d="M7 17 17 7M8.5 7H17v8.5" />
  </Icon>
)
export const ArrowIcon = () => (
  <Icon size={16}>
    <path d="M3 12h18m-6-6 6 6-6 6" />
  </Icon>
)
export const HomeIcon = () => (
  <Icon>
    <path d="m3.5 11 8.5-7 8.5 7M6 9.5V20h12V9.5" />
  </Icon>
)
export const GridIcon = () => (
  <Icon>
    <path d="M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z" />
  </Icon>
)
export const TagIcon = () => (
  <Icon>
    <path d="M3.5 12.5V4h8.5l8.5 8.5-8.5 8.5-8.5-8.5Z" />
    <circle cx="8" cy="8.5" r="1.2" />
  </Icon>
)
export const StackIcon = () => (
  <Icon>
    <path d="M6 4h12M4.5 7.5h15M3 11h18v9H3z" />
  </Icon>
)
export const BookIcon = () => (
  <Icon>
    <path d="M12 6.5C10 5 7 4.5 3.5 4.8V19c3.5-.3 6.5.2 8.5 1.7 2-1.5 5-2 8.5-1.7V4.8C17 4.5 14 5 12 6.5Zm0 0v14" />
  </Icon>
)
export const MoreIcon = () => (
  <Icon>
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="2.6" />
  </Icon>
)
export const HeartIcon = () => (
  <Icon>
    <path d="M12 20.5C5 15.7 3 12.3 3 9a4.9 4.9 0 0 1 9-2.6A4.9 4.9 0 0 1 21 9c0 3.3-2 6.7-9 11.5Z" />
  </Icon>
)
export const DownloadIcon = () => (
  <Icon size={16}>
    <path d="M12 3v13m-5.5-5.5L12 16l5.5-5.5M4 20.5h16" />
  </Icon>
)
export const ZoomIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m20 20-4.8-4.8M7.5 10.5h6m-3-3v6" />
  </Icon>
)
export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V3.5m-4 4 4-4 4 4M7 11H5v9.5h14V11h-2" />
  </Icon>
)
