/** A fixed key: all processes of a test share it. */
export const TEST_SECRET_KEY = 'k3wQ0bX1nT7sVZ5uYh8Ej2RmGf4Lc9PaDt6iNoBxWyA';
