import { styled } from '@mui/material/styles'
import { Stack, Text } from '../../components/layout/index.js'
import { GuidePicture } from './guide-picture.js'
import { piecesOf, useLabels, type GuideId, type GuidePart, type GuideText } from './guides.js'

/** Sentences on separate lines with space between them, so that readers who looked at the vehicle find the sentence again. */
const Sentences = styled('div')(({ theme }) => ({
  '& > p + p, & > li + li': { marginTop: theme.spacing(1) },
  '&:is(ul, ol)': { paddingLeft: theme.spacing(3) },
  '&:is(ul)': { listStyle: 'disc' },
  '&:is(ol)': { listStyle: 'decimal' },
}))

/** Returns the element ID of a part of an article, for links. */
export const partId = (id: GuideId, at: number) => `guide-${id}-${at + 1}`

/** A guide: drawing, summary and parts. */
export const Article = ({ id, guide }: { id: GuideId; guide: GuideText }) => (
  <Stack component="article" aria-label={guide.title} gap={2.5}>
    <GuidePicture id={id} />
    <Text component="p" size="body" weight="medium">
      {guide.summary}
    </Text>
    {guide.parts.map((part, at) => (
      <Part key={part.title} id={partId(id, at)} part={part} />
    ))}
  </Stack>
)

const Part = ({ id, part }: { id: string; part: GuidePart }) => (
  <Stack component="section" gap={1} id={id} aria-label={part.title}>
    <Text component="h3" size="heading">
      {part.title}
    </Text>
    {part.text && <Said as="div" each="p" sentences={part.text} />}
    {part.points && <Said as="ul" each="li" sentences={part.points} />}
    {part.steps && <Said as="ol" each="li" sentences={part.steps} />}
  </Stack>
)

function Said({ as, each: Each, sentences }: { as: 'div' | 'ul' | 'ol'; each: 'p' | 'li'; sentences: readonly string[] }) {
  const labelOf = useLabels()
  return (
    <Sentences as={as}>
      {sentences.map((sentence) => (
        <Text key={sentence} component={Each} size="body" sx={Each === 'li' ? { display: 'list-item' } : undefined}>
          {piecesOf(sentence).map((piece, at) => (at % 2 === 1 ? <strong key={at}>{labelOf(piece)}</strong> : piece))}
        </Text>
      ))}
    </Sentences>
  )
}
