import { type ChangeEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { formAddress, inPlace } from '#site/ssr/page-navigation.tsx'
import { type Listing, listingHref } from './listing.ts'
import { parseListing } from './parse-listing.ts'

/**
 * What the visitor chose, from the moment of choosing: the list itself follows when it has been read. Two quick choices
 * are then one address with both.
 */
export function useChoice(base: string, listing: Listing) {
  const [choice, setChoice] = useState<{ of: Listing; listing: Listing }>()
  const navigate = useNavigate()
  const apply = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { form } = event.target
    if (!form) return
    const { searchParams } = new URL(formAddress(form), form.action)
    const wanted = parseListing(searchParams)
    setChoice({ of: listing, listing: wanted })
    // Not the form's own address: that one spells out what is left as it was.
    navigate(listingHref(base, wanted), inPlace)
  }
  return { chosen: choice?.of === listing ? choice.listing : listing, apply }
}

export type Apply = ReturnType<typeof useChoice>['apply']
