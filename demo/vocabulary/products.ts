import { BEAUTY_TYPES } from './beauty.ts'
import { FASHION_TYPES } from './fashion.ts'
import { HOME_TYPES } from './home.ts'
import type { ProductType } from './product-type.ts'

export const PRODUCT_TYPES: readonly ProductType[] = [...BEAUTY_TYPES, ...FASHION_TYPES, ...HOME_TYPES]
