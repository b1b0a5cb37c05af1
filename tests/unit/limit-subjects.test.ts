import { describe, expect, it } from 'vitest';
import { limitSubjects } from '../../src/adapters/secrets/limit-subjects.ts';
import { countedEmail } from '../../src/salon/counted-email.ts';

describe('the subject of a limit', () => {
  const subjectOf = limitSubjects(Buffer.from('a key'));

  it('is the same for the same phone, e-mail or address, and does not reveal it', () => {
    const subject = subjectOf('phone', '+19255550100');
    expect(limitSubjects(Buffer.from('a key'))('phone', '+19255550100')).toBe(subject);
    expect(subject).toMatch(/^[\w-]{43}$/);
    const others = [
      subjectOf('phone', '+19255550101'),
      subjectOf('address', '+19255550100'),
      subjectOf('phone', '+19255550100', '192.0.2.1'),
      limitSubjects(Buffer.from('another key'))('phone', '+19255550100'),
    ];
    expect(others).not.toContain(subject);
  });

  it('differs for parts that only read alike when they are joined', () => {
    expect(subjectOf('holds', 'a', 'b')).not.toBe(subjectOf('holds', 'ab'));
    expect(subjectOf('holds', 'a,b')).not.toBe(subjectOf('holds', 'a', 'b'));
  });
});

describe('one mailbox counts as one', () => {
  it.each([
    ['Ann@Example.COM', 'ann@example.com'],
    ['ann+salon@example.com', 'ann@example.com'],
    ['ann+salon+again@example.com', 'ann@example.com'],
    ['a.n.n@gmail.com', 'ann@gmail.com'],
    ['A.nn+x@GoogleMail.com', 'ann@gmail.com'],
  ])('%s as %s', (written, counted) => {
    expect(countedEmail(written)).toBe(counted);
  });

  it.each([
    ['a.nn@example.com', 'ann@example.com'],
    ['ann@example.com', 'ann@example.org'],
    ['a+nn@example.com', 'ann@example.com'],
  ])('but %s is not %s, for all that is known', (one, another) => {
    expect(countedEmail(one)).not.toBe(countedEmail(another));
  });

  it('takes the last @ for the one before the domain', () => {
    expect(countedEmail('"a@b"@Example.com')).toBe('"a@b"@example.com');
  });
});
