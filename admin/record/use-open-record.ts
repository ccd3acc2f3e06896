import { useLocation, useSearchParams } from 'react-router'

/** The record whose form is open, as the address says: its id, 'new' for one to come, or null. */
export function useOpenRecord() {
  const [address, setAddress] = useSearchParams()
  const { pathname, search } = useLocation()
  return {
    open: address.get('edit'),
    /** The address with this record open: its row's link. */
    linkTo: (id: string) => {
      const next = new URLSearchParams(search)
      next.set('edit', id)
      return `${pathname}?${next}`
    },
    close: () =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('edit')
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
