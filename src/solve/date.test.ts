import { expect, test } from "vitest";
import { solve } from "./kinds.ts";

const asked = "What is the date today in MM/DD/YYYY?";

test.each([
  ["It has been 3 weeks since March 1, 2021.", "03/22/2021"],
  ["There are 10 days left until December 25, 2010.", "12/15/2010"],
  ["June 30, 2022 is 5 days away.", "06/25/2022"],
  ["1999 begins in 48 hours.", "12/30/1998"],
  ["The term begins in 3 days. Today's date is 04/05/2006.", "04/05/2006"],
  ["Yesterday's date was February 28, 2024.", "02/29/2024"],
  ["The clinic moved 4 beds to the third floor at 9 am today, May 2, 2013.", "05/02/2013"],
  ["Today's lecture was put off to 3 pm tomorrow, 11/02/1961.", "11/01/1961"],
  ["Tomorrow is two days after March 3, 2020.", "03/04/2020"],
  ["Today is the day before New Year's Day of 1980.", "12/31/1979"],
  ["Today is the second Friday of 2015.", "01/09/2015"],
  ["January 1, 2015 is a Thursday, and today is the last Monday of 2015.", "12/28/2015"],
  ["In Norland, Founders is on the third Friday of May. Yesterday was Founders day of 2020.", "05/16/2020"],
  [
    "Omar pays rent on the 5th of every month, starting from March 2011. Today is his 4th payment of rent.",
    "06/05/2011",
  ],
  ["The choir meets every two weeks, starting on 10/03/2005. It is their third meeting today.", "10/31/2005"],
  ["The bridge opened on July 4, 1976. That was exactly 10 years ago.", "07/04/1986"],
  ["On 02/03/2004, Ida planted a tree. Since then, 30 days have passed.", "03/04/2004"],
  ["Ida was born on May 5, 1960. Ida turns 18 today.", "05/05/1978"],
  ["The year is 1988. Today is March 7.", "03/07/1988"],
  ["Today is 7/4, and it is the third time in the year 1991 that the river is high.", "07/04/1991"],
  ["Ben thought today was 5/30/2001, but today is actually Jun 1, which is 2 days later.", "06/01/2001"],
  ["Ben thought today was 12/31/2001, but today is actually Jan 1, which is one day later.", "01/01/2002"],
])("%s", (text, day) => {
  expect(solve(`${text} ${asked}`)).toMatchObject({ kind: "dates", value: day });
});

test.each([
  ["a weekday that the calendar denies", "January 1, 2015 is a Monday, and today is the last Monday of 2015."],
  [
    "days that are not as far apart as is said",
    "Ben thought today was 5/30/2001, but today is actually Jun 1, which is 3 days later.",
  ],
  [
    "a wedding anniversary of what was no wedding",
    "They met on Jan 2, 1958. Today is their golden wedding anniversary.",
  ],
  ["a birthday of a firm", "Acme was founded on Jan 2, 1958. Today is its 5th birthday."],
  ["a year that only a name holds", "Today is 9/7. Jane is reading Nineteen 1984."],
  ["two years", "The year is 1988. Today is March 7. In 1990 she was young."],
  ["a day in apposition to another than today", "The fair is three days after tomorrow, 07/09/1972."],
  ["a fifth Monday that the month has not", "Today is the fifth Monday of February 2015."],
  ["a time that is no whole day", "1999 begins in 36 hours."],
])("nothing is made of %s", (_, text) => {
  expect(solve(`${text} ${asked}`)?.value ?? null).toBeNull();
});

test("a year by which only something going on is called counts where an option bears it out", () => {
  const text = `Today is 9/7. Jane is watching the 2003 cup of 2003. What is the date tomorrow in MM/DD/YYYY?\nOptions:\n`;
  expect(solve(`${text}(A) 09/08/2003\n(B) 09/08/2004`)?.value).toBe("(A)");
  expect(solve(`${text}(A) 09/08/1999\n(B) 09/08/2004`)?.value).toBeNull();
});
