/** Reads judged queries; shops-judgements.txt describes their syntax. */
import type { FeedProduct } from '../../server/testing/generated-catalogue.ts';
import type { Grades } from './metrics.ts';
import { parseRule, type Rule } from './rules.ts';

export interface JudgedQuery {
  /** The class of the query; 'nonsense' must find nothing. */
  kind: string;
  text: string;
  /** The grades by index in the feed. */
  grades: Grades;
}

interface Graded {
  grade: number;
  isMeant: Rule;
}

/** @throws Error if a line cannot be parsed, or if no product has a query's best grade */
export function judge(products: readonly FeedProduct[], text: string): JudgedQuery[] {
  return parseJudgements(text).map(({ kind, text, graded }) => {
    const grades = products.flatMap((product, index): [number, number][] => {
      const grade = graded.find(({ isMeant }) => isMeant(product))?.grade;
      return grade === undefined ? [] : [[index, grade]];
    });
    if ((kind === 'nonsense') === grades.some(([, grade]) => grade === graded[0]?.grade)) {
      throw new Error(`${grades.length} products are relevant to '${text}'.`);
    }
    return { kind, text, grades: new Map(grades) };
  });
}

function parseJudgements(text: string) {
  const types = new Map<string, Rule>();
  let kind = '';
  /** The lines of the current kind: a grade with its conditions. */
  let lines: [grade: number, conditions: string][] = [];
  return text.split('\n').flatMap((line) => {
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? [];
    if (heading !== undefined) {
      kind = heading;
      lines = [];
    }
    const [, grade, letters] = /^([0-3]) ([A-C]+) /.exec(line) ?? [];
    if (letters !== undefined) lines.push([Number(grade), letters]);
    const [, names = '', rules = ''] = /^([^#]+?) =(?: (.*))?$/.exec(line) ?? [];
    if (names === '') return [];
    if (kind === 'types') types.set(names, parseRule(rules, types));
    if (kind === 'types') return [];
    const graded = kind === 'nonsense' ? [] : parseGrades(rules, lines, types);
    return names.split(/, */).map((text) => ({ kind, text, graded }));
  });
}

/** The best grade comes first. The query's own grades come before those of its kind. */
function parseGrades(
  text: string,
  lines: readonly [grade: number, conditions: string][],
  types: ReadonlyMap<string, Rule>,
): Graded[] {
  const rules: Rule[] = [];
  const own: Graded[] = [];
  for (const part of text.split(' ; ')) {
    const [, grade, rule = part] = /^([0-3]): (.*?)(?: \(.*\))?$/.exec(part) ?? [];
    const isMeant = parseRule(rule, types);
    if (grade === undefined) rules.push(isMeant);
    else own.push({ grade: Number(grade), isMeant });
  }
  const ofKind = lines.map(([grade, letters]) => {
    const conditions = [...letters].map((letter) => rules['ABC'.indexOf(letter)]);
    const isMeant: Rule = (product) => conditions.every((isTrue) => isTrue?.(product));
    return { grade, isMeant };
  });
  return [...own, ...ofKind];
}
