/** Metrics of the quality of search results. The best possible result has 1 in each. */

/** The number of results that count: one page of a search. */
export const DEPTH = 100;
const RELEVANT_GRADE = 2;

/**
 * The grades by product. 3: it is exactly what the query means; 2: it fits, too; 1: it is related; no grade: it is
 * irrelevant.
 */
export type Grades = ReadonlyMap<number, number>;

export interface Quality {
  /** The discounted gain (2^grade - 1) of the first 10 results, as a fraction of the best possible gain. */
  ndcg: number;
  /** 1 if the first result is relevant (grade 2), 1/2 if the second is the first relevant one, 0 if none is. */
  reciprocalRank: number;
  /** The number of relevant products in the first 100 results, as a fraction of the possible number. */
  recall: number;
  /** 1 if there is any result, or if there must be none. */
  answered: number;
}

/**
 * @param found best first, without duplicates
 * @param grades if empty, only an empty result is right
 */
export function qualityOf(found: readonly number[], grades: Grades): Quality {
  const isAnswered = found.length > 0;
  if (grades.size === 0) {
    const isRight = isAnswered ? 0 : 1;
    return { ndcg: isRight, reciprocalRank: isRight, recall: isRight, answered: isRight };
  }
  const gradeOf = (id: number) => grades.get(id) ?? 0;
  const isRelevant = (grade: number) => grade >= RELEVANT_GRADE;
  const foundGrades = found.slice(0, DEPTH).map(gradeOf);
  const relevant = [...grades.values()].filter(isRelevant).length;
  const first = foundGrades.findIndex(isRelevant);
  const best = [...grades.values()].sort((one, other) => other - one);
  return {
    ndcg: gainOf(foundGrades) / gainOf(best),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    recall: foundGrades.filter(isRelevant).length / Math.min(DEPTH, relevant),
    answered: isAnswered ? 1 : 0,
  };
}

function gainOf(grades: readonly number[]): number {
  const gains = grades.slice(0, 10).map((grade, index) => (2 ** grade - 1) / Math.log2(index + 2));
  return gains.reduce((sum, gain) => sum + gain, 0);
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The smallest number that is not less than this fraction of the numbers. */
export function quantileOf(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN;
}

export function medianOf(numbers: readonly number[]): number {
  return quantileOf(numbers, 0.5);
}
