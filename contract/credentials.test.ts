import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCredentialProblem, normaliseUsername, usernameKey } from './credentials.ts';
import { Refusal } from './refusals.ts';

describe('R3.1: the first check that fails is reported', () => {
  test.each([
    ['', '', 'USERNAME_REQUIRED'],
    ['   ', 'short', 'USERNAME_REQUIRED'],
    ['crio', '', 'USERNAME_TOO_SHORT'],
    ['  crio  ', 'password', 'USERNAME_TOO_SHORT'],
    ['crio-user', '', 'PASSWORD_REQUIRED'],
    ['crio-user', 'short', 'PASSWORD_TOO_SHORT'],
    ['u'.repeat(65), 'short', 'PASSWORD_TOO_SHORT'],
    ['u'.repeat(65), 'p'.repeat(129), 'USERNAME_TOO_LONG'],
    ['crio-user', 'p'.repeat(129), 'PASSWORD_TOO_LONG'],
    // Characters outside the BMP and letters with combining accents count as one.
    ['😀'.repeat(5), 'password', 'USERNAME_TOO_SHORT'],
    ['e\u0301'.repeat(5), 'password', 'USERNAME_TOO_SHORT'],
  ] as const)('username "%s", password "%s": %s', (username, password, code) => {
    const problem = findCredentialProblem(username, password);
    expect(problem?.code).toBe(code);
    expect(problem?.message).toBe(new Refusal(code).message);
  });

  test.each([
    ['six characters are enough', 'sixsix', '123456'],
    ['64 and 128 are not too many', 'u'.repeat(64), 'p'.repeat(128)],
    ['blanks around a username do not count', `  ${'u'.repeat(64)}  `, '123456'],
    ['blanks in a password count', 'sixsix', '      '],
    ['a character outside the BMP counts as one', '😀'.repeat(64), '🔑'.repeat(128)],
    ['a letter with a combining accent counts as one', 'e\u0301'.repeat(64), '123456'],
  ])('%s', (_, username, password) => {
    expect(findCredentialProblem(username, password)).toBeUndefined();
  });

  test('the problem names the field to mark', () => {
    expect(findCredentialProblem('', 'password')?.field).toBe('username');
    expect(findCredentialProblem('crio-user', '')?.field).toBe('password');
  });
});

describe('R3.3, usernames: trimmed, NFC; unique without regard to case', () => {
  const text = fc.string({ unit: 'grapheme' });

  test('a username is stored as typed, without surrounding blanks, with composed accents', () => {
    expect(normaliseUsername('\t Jane Doe\n')).toBe('Jane Doe');
    expect(normaliseUsername('Rene\u0301e')).toBe('Ren\u00e9e');
    expect(usernameKey('RENE\u0301E')).toBe(usernameKey('ren\u00e9e'));
  });

  test('normalising a second time changes nothing', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(normaliseUsername(normaliseUsername(name))).toBe(normaliseUsername(name));
        expect(usernameKey(normaliseUsername(name))).toBe(usernameKey(name));
      }),
    );
  });

  test('upper and lower case are the same username, in any script', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(usernameKey(name.toUpperCase())).toBe(usernameKey(name));
        expect(usernameKey(name.toLowerCase())).toBe(usernameKey(name));
      }),
    );
    expect(usernameKey('ΟΔΥΣΣΕΥΣ')).toBe(usernameKey('οδυσσευς'));
    expect(usernameKey('STRASSE')).toBe(usernameKey('straße'));
  });

  test('a text that is too long for a username is not normalised: many accents would take quadratic time', () => {
    const accents = 'e\u0301\u0323'.repeat(300);
    expect(normaliseUsername(` ${accents} `)).toBe(accents);
    expect(usernameKey(accents)).toBe(accents.toUpperCase());
    expect(findCredentialProblem(accents, '123456')?.code).toBe('USERNAME_TOO_LONG');
    // Four characters become one.
    const composed = '\u1f82'.repeat(64);
    expect(normaliseUsername(composed.normalize('NFD'))).toBe(composed);
  });

  test('different letters are different usernames', () => {
    expect(usernameKey('crio-user1')).not.toBe(usernameKey('crio-user2'));
  });
});
