export { Form } from './form.js'
export { Bullets, FieldPair, Fill, Frame, ListRow, Note, Pane, Row, Stack } from './layout.js'
export { Detail, Hint, SmallHint, Span, Text, Wrong } from './text.js'
