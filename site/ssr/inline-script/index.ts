import { showTheme, storedTheme } from '#design/theme.ts'
import { countVisit } from './count-visit.ts'
import { hydrateForVisitor } from './hydrate-for-visitor.ts'
import { keepUnsent } from './keep-unsent.ts'
import { loadHistoryMoves } from './load-history-moves.ts'
import { markComparedItems } from './mark-compared-items.ts'
import { markSavedItems } from './mark-saved-items.ts'
import { repeatMissedInput } from './missed-input.ts'

// The only script in <head>: small, same origin, run before the first paint. It puts the visitor's stored theme on the
// page, and brings everything else when there is a visitor to use it: links, forms, menus and dialogs work before.
showTheme(storedTheme())
document.documentElement.dataset.script = 'on'
repeatMissedInput()
keepUnsent()
loadHistoryMoves()
hydrateForVisitor()
countVisit()
markSavedItems()
markComparedItems()
