import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import * as table from '../../ui/section.module.css'
import { Section } from '../../ui/section.tsx'
import { FeedManagement } from '../feeds/feed-cards.tsx'
import { PeopleSection } from '../people/people-section.tsx'
import { useAccess } from '../session/access.ts'
import { hasRole } from '../session/rights.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import { SetupCard } from '../setup/setup-card.tsx'
import { ProductStatistics } from '../store/product-statistics.tsx'
import { ClickedProducts } from './clicked-products.tsx'
import { ComparisonPosts } from './comparison-posts.tsx'
import * as styles from './dashboard.module.css'
import { figures, newestFeedRuns, newestGeneratedPosts, newestImages, newestPages } from './queries.ts'

/** What waits, what ran, and the newest of everything (specification, B 2). */
export function Component() {
  const access = useAccess()
  const role = access.kind === 'granted' ? access.role : null
  return (
    <>
      <title>Admin Dashboard</title>
      <div className={styles.head}>
        <h1 className={page.title}>Dashboard</h1>
        <a className={controls.link} href="/">
          Back to Home
        </a>
      </div>
      {hasRole(role, 'admin') && <SetupCard />}
      <Figures isAdmin={hasRole(role, 'admin')} />
      <ClickedProducts />
      <FeedRuns />
      <ProductStatistics />
      <GeneratedPosts />
      <ComparisonPosts />
      <div className={styles.pair}>
        <Pages />
        <Images />
      </div>
      {hasRole(role, 'admin') && (
        <>
          <PeopleSection />
          <SettingsSection
            more={
              <Link to="/settings" className={controls.link}>
                All settings
              </Link>
            }
          />
        </>
      )}
    </>
  )
}

function Figures({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(figures(isAdmin))
  return (
    <QueryState query={query} failure="Error loading figures" empty="Nothing is counted yet.">
      {(all) => (
        <ul className={styles.figures}>
          {all.map(({ label, count, note, to }) => (
            <li key={label}>
              <Link to={to} className={styles.figure}>
                <strong>{count.toLocaleString('en-US')}</strong>
                <span>{label}</span>
                {note && <span>{note}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}

const RUN_TONES: Record<string, string> = { succeeded: 'green', running: 'blue', held: 'amber', failed: 'red' }

function FeedRuns() {
  const query = useQuery(newestFeedRuns)
  return (
    <FeedManagement
      more={
        <Link to="/feeds" className={controls.link}>
          All feeds
        </Link>
      }
    >
      <QueryState query={query} failure="Error loading feed runs" empty="No feed has been imported yet.">
        {(runs) => (
          <ScrollTable label="Feed runs">
            <thead>
              <tr>
                <th>Network</th>
                <th>Source</th>
                <th>Started</th>
                <th>Rows</th>
                <th>New</th>
                <th>Changed</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <td>{run.network_id}</td>
                  <td>{run.source_name}</td>
                  <td>{formatDate(run.started_at)}</td>
                  <td className={table.number}>{run.rows_read.toLocaleString('en-US')}</td>
                  <td className={table.number}>{run.rows_new.toLocaleString('en-US')}</td>
                  <td className={table.number}>{run.rows_changed.toLocaleString('en-US')}</td>
                  <td>
                    <span className={controls.badge} data-tone={RUN_TONES[run.status]} title={run.message ?? ''}>
                      {run.status}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </QueryState>
    </FeedManagement>
  )
}

function GeneratedPosts() {
  const query = useQuery(newestGeneratedPosts)
  return (
    <Section id="blog-generator" title="Content Generation" note="The newest generated articles">
      <QueryState query={query} failure="Error loading generated articles" empty="No article was generated yet.">
        {(posts) => (
          <ul className={styles.list}>
            {posts.map((post) => (
              <li key={post.id}>
                <a className={controls.link} href={`/blog/${post.slug}`} target="_blank" rel="noreferrer">
                  {post.title}
                </a>
                <span className={page.soft}>{formatDate(post.created_at)}</span>
                <Shown isShown={post.is_active} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  )
}

function Pages() {
  const query = useQuery(newestPages)
  return (
    <Section id="content-management" title="Content Management" note="Pages and articles, last changed first">
      <QueryState query={query} failure="Error loading pages" empty="There is no page yet.">
        {(pages) => (
          <ul className={styles.list}>
            {pages.map((it) => (
              <li key={it.id}>
                <a className={controls.link} href={it.url} target="_blank" rel="noreferrer">
                  {it.name}
                </a>
                <span className={page.soft}>{formatDate(it.updated_at)}</span>
                <Shown isShown={it.is_published} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  )
}

function Images() {
  const query = useQuery(newestImages)
  return (
    <Section id="image-management" title="Image Management" note="The newest wallpapers">
      <QueryState query={query} failure="Error loading images" empty="There is no wallpaper yet.">
        {(images) => (
          <ul className={styles.images}>
            {images.map((image) => (
              <li key={image.id}>
                <Link to="/wallpapers" title={image.title}>
                  <img src={image.image_url} alt={image.title} width="90" height="160" loading="lazy" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  )
}

const Shown = ({ isShown }: { isShown: boolean }) => (
  <span className={controls.badge} data-tone={isShown ? 'green' : undefined}>
    {isShown ? 'Published' : 'Hidden'}
  </span>
)
