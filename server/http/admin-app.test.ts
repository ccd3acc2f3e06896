import { expect, test } from 'vitest'
import { withConfig } from './admin-app.ts'

const DOCUMENT = '<meta name="site-config" content="%SITE_CONFIG%" />'

test('the office’s document carries the names that its settings changed, as an attribute that nothing leaves', () => {
  expect(withConfig(DOCUMENT, null)).toBe('<meta name="site-config" content="" />')
  expect(withConfig(DOCUMENT, '{"name":"A\\"><script>$&"}')).toBe(
    '<meta name="site-config" content="{&quot;name&quot;:&quot;A\\&quot;&gt;&lt;script&gt;$&amp;&quot;}" />',
  )
})
