import { useParams } from 'react-router'
import * as page from '../../ui/page.module.css'

/** The six editor routes until their editors are built (specification, B 2). */
export function EditorPlaceholder({ title, does }: { title: string; does: string }) {
  const { id } = useParams()
  return (
    <section>
      <title>{`${title} | Admin Dashboard`}</title>
      <h1 className={page.title}>{title}</h1>
      <p className={page.soft}>
        {does}
        {id === undefined ? '' : ` (${id})`} will be implemented here.
      </p>
    </section>
  )
}
