import { ValidationPipe } from '@nestjs/common'
import { type ClassConstructor, plainToInstance } from 'class-transformer'
import { validateSync, type ValidationError, type ValidationOptions, type ValidatorOptions } from 'class-validator'
import { field } from '../texts/platform.js'
import { type Sentence, sentenceFrom } from '../texts/sentence.js'
import { invalid, type Problem } from './problems.js'

/** Properties that a body may not have are refused, not dropped: a misspelt one is a mistake, not a wish. */
const RULES: ValidatorOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }

const toProblem = (errors: ValidationError[]): Problem => invalid(sentencesByField(errors))

/** The pipe of every body: 422 with sentences by field. */
export const bodyValidation = () => new ValidationPipe({ ...RULES, transform: true, exceptionFactory: toProblem })

/** The same for a value that a pipe of its own has brought into shape. */
export function validateBody<T extends object>(type: ClassConstructor<T>, value: object): T {
  const instance = plainToInstance(type, value)
  const errors = validateSync(instance, RULES)
  if (errors.length > 0) throw toProblem(errors)
  return instance
}

/** What a rule of class-validator says where it is broken; of the value and its body where that makes a difference. */
type Says = Sentence | ((value: unknown, body: object | undefined) => Sentence)

/** For the options of a rule: class-validator knows only texts, so the sentence goes along as it is stored. */
export const says = (sentence: Says): ValidationOptions => ({
  message: ({ value, object }) => JSON.stringify(typeof sentence === 'function' ? sentence(value, object) : sentence),
})

function sentencesByField(errors: ValidationError[], path = ''): Record<string, Sentence[]> {
  const found: Record<string, Sentence[]> = {}
  for (const error of errors) {
    const name = path ? `${path}.${error.property}` : error.property
    const sentences = Object.keys(error.constraints ?? {}).map((rule) => sentenceOf(error, rule))
    if (sentences.length > 0) found[name] = sentences
    Object.assign(found, sentencesByField(error.children ?? [], name))
  }
  return found
}

function sentenceOf({ constraints, property }: ValidationError, rule: string): Sentence {
  const text = constraints?.[rule] ?? ''
  const sentence = text.startsWith('{') ? sentenceFrom(JSON.parse(text)) : undefined
  if (sentence) return sentence
  if (rule === 'whitelistValidation') return field('unknown', { name: property })
  return rule === 'nestedValidation' ? field('not-object') : field('not-valid')
}
