import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import { recentComparisonPosts } from './queries.ts'

/** Gray for draft, blue for scheduled, green for published (specification, B 3). */
const TONES: Record<string, string> = { scheduled: 'blue', published: 'green' }

/** The newest ten; each row leads to the article in a tab of its own. */
export function ComparisonPosts() {
  const query = useQuery(recentComparisonPosts)
  return (
    <Section title="Content Analytics & Management" note="Recent comparison posts">
      <QueryState query={query} failure="Error loading comparison posts" empty="No comparison posts found.">
        {(posts) => (
          <ScrollTable label="Comparison posts">
            <thead>
              <tr>
                <th>Title</th>
                <th>Category</th>
                <th>Status</th>
                <th>Publish date</th>
              </tr>
            </thead>
            <tbody>
              {posts.map((post) => (
                <tr key={post.id}>
                  <td>
                    <a className={controls.link} href={`/blog/${post.slug}`} target="_blank" rel="noreferrer">
                      {post.title}
                    </a>{' '}
                    {post.is_weekly_roundup && <span className={controls.badge}>Weekly roundup</span>}
                  </td>
                  <td>{post.category}</td>
                  <td>
                    <span className={controls.badge} data-tone={TONES[post.status]}>
                      {post.status}
                    </span>
                  </td>
                  <td>{formatDate(post.publish_date)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </QueryState>
    </Section>
  )
}
