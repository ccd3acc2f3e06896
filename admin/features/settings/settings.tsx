import { Link } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { RuleSettings } from './rule-settings.tsx'
import { SettingsSection } from './settings-section.tsx'
import { TextSettings } from './text-settings.tsx'

/** What admins decide while the shop runs. */
export function Component() {
  return (
    <>
      <title>Settings | Admin Dashboard</title>
      <h1 className={page.title}>Settings</h1>
      <SettingsSection />
      <RuleSettings />
      <TextSettings />
      <p>
        The words and the image at the top of the home page are in{' '}
        <Link className={controls.link} to="/homepage">
          Homepage
        </Link>
        .
      </p>
    </>
  )
}
