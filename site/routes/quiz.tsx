import { data, redirect } from 'react-router'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as quizStyles from '#site/features/quiz/quiz.module.css'
import { questions, readQuizForm } from '#site/features/quiz/quiz.ts'
import { QuizForm } from '#site/features/quiz/quiz-form.tsx'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { Art } from '#site/ui/art.tsx'
import { JsonLd } from '#site/ui/json-ld.tsx'
import type { Route } from './+types/quiz.ts'

const description =
  'Butterfly, dolphin, lioness or owl? Four questions, about 2 minutes, and an answer worth sending to a friend.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Spirit Animal Quiz: Which One Are You?',
    description,
    path: '/quiz/spirit-animal',
    siteUrl: siteUrlOf(matches),
    image: '/art/quiz.webp',
  })

export function loader({ url }: Route.LoaderArgs) {
  const form = url.searchParams
  const { answers, step } = readQuizForm(form)
  if (step.show === 'result') throw redirect(`/quiz/spirit-animal/${step.animal}`, { headers: unshared })
  const fromForm = form.has('at')
  const { index, missing } = step
  return data({ start: { answers, index, missing }, fromForm }, fromForm ? { headers: unshared } : undefined)
}

/** One visitor's answers are nobody else's page. */
const unshared = { 'cache-control': 'private, no-store' }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Quiz({ loaderData, matches }: Route.ComponentProps) {
  const { start, fromForm } = loaderData
  return (
    <div className={`${layout.wrap} ${quizStyles.quiz}`}>
      <JsonLd data={quizData(siteUrlOf(matches))} />
      <header>
        <p className={layout.kicker}>A small quiz</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          Which animal is <em>your spirit?</em>
        </h1>
        <p className={layout.lede}>
          A butterfly, a dolphin, a lioness or an owl: four animals, four ways to go through a week. Answer four
          questions, the way you are and not the way you plan to be. It takes about 2 minutes.
        </p>
        <Art
          name="quiz"
          widths={[720, 1440]}
          sizes="(min-width: 1024px) 38vw, 100vw"
          width={1440}
          height={720}
          className={quizStyles.quizArt}
        />
      </header>
      <QuizForm start={start} fromForm={fromForm} />
    </div>
  )
}

const quizData = (siteUrl: string) => ({
  '@type': 'Quiz',
  name: 'Spirit Animal Quiz',
  description,
  url: `${siteUrl}/quiz/spirit-animal`,
  inLanguage: 'en',
  about: { '@type': 'Thing', name: 'Personality' },
  publisher: { '@type': 'Organization', name: siteConfig.name, url: siteUrl },
  hasPart: questions.map(({ text, options }) => ({
    '@type': 'Question',
    name: text,
    eduQuestionType: 'Multiple choice',
    suggestedAnswer: options.map((option) => ({ '@type': 'Answer', text: option.text })),
  })),
})
