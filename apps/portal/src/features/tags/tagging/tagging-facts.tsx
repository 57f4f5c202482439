import { Frame, ListRow, Text } from '../../../components/layout/index.js'

/** Each row by name, with what is to be said of it. */
export function EachRow({ label, rows }: { label: string; rows: readonly { id: number; name: string; text: string }[] }) {
  return (
    <Frame component="ul" mostPx={200} aria-label={label} tabIndex={0}>
      {rows.map(({ id, name, text }) => (
        <ListRow component="li" key={id} wrap>
          <Text component="strong" weight="strong" breaks grow={140}>
            {name}
          </Text>
          <Text component="span" tone="secondary" breaks grow={200}>
            {text}
          </Text>
        </ListRow>
      ))}
    </Frame>
  )
}
