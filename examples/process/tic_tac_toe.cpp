// Tic-tac-toe for Plyscope, in another program: JSON lines on stdin and stdout (protocol version 1).
//
//     c++ -O2 -std=c++17 -o tic_tac_toe examples/process/tic_tac_toe.cpp
//     plyscope measure 'process(command="./tic_tac_toe")' --depths 1..5
//
// Requests are simple enough to be read without a JSON library: the texts between quotes, and which key they belong to.

#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using std::string;

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
// Names of the cells in the order of a position's text (the top row first), and the order in which moves are listed.
static const char *NAMES[9] = {"a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"};
static const int ORDER[9] = {6, 7, 8, 3, 4, 5, 0, 1, 2};

// The nine cells of a text such as "X../.O./... X"; false if it is none.
static bool read(const string &text, std::array<char, 9> &cells, char &mover) {
    if (text.size() != 13 || text[3] != '/' || text[7] != '/' || text[11] != ' ') return false;
    int x = 0, o = 0;
    for (int i = 0; i < 9; i++) {
        char cell = cells[i] = text[i + i / 3];
        if (cell != '.' && cell != 'X' && cell != 'O') return false;
        x += cell == 'X';
        o += cell == 'O';
    }
    mover = text[12];
    return (mover == 'X' && x == o) || (mover == 'O' && x == o + 1);
}

static bool has_line(const std::array<char, 9> &cells, char sign) {
    for (auto &line : LINES)
        if (cells[line[0]] == sign && cells[line[1]] == sign && cells[line[2]] == sign) return true;
    return false;
}

static string expand(const string &text) {
    std::array<char, 9> cells;
    char mover;
    if (!read(text, cells, mover)) return "";
    if (has_line(cells, 'X')) return "{\"over\": [1, -1]}";
    if (has_line(cells, 'O')) return "{\"over\": [-1, 1]}";
    string moves;
    for (int i : ORDER) {
        if (cells[i] != '.') continue;
        string after = text;
        after[i + i / 3] = mover;
        after[12] = mover == 'X' ? 'O' : 'X';
        moves += string(moves.empty() ? "" : ", ") + "[\"" + NAMES[i] + "\", \"" + after + "\"]";
    }
    if (moves.empty()) return "{\"over\": [0, 0]}";
    return string("{\"mover\": ") + (mover == 'X' ? "1" : "2") + ", \"moves\": [" + moves + "]}";
}

// Open lines: 1 for one mark, 3 for two, of at most 24, so that a won game is worth more.
static int points(const std::array<char, 9> &cells, char own, char other) {
    static const int worth[4] = {0, 1, 3, 9};
    int sum = 0;
    for (auto &line : LINES) {
        int marks = 0, others = 0;
        for (int cell : line) {
            marks += cells[cell] == own;
            others += cells[cell] == other;
        }
        if (others == 0) sum += worth[marks];
    }
    return sum;
}

static string evaluate(const string &text) {
    std::array<char, 9> cells;
    char mover, number[64];
    if (!read(text, cells, mover)) return "";
    // 17 digits: the number reads back as it was.
    snprintf(number, sizeof number, "{\"score\": %.17g}", (points(cells, 'X', 'O') - points(cells, 'O', 'X')) / 25.0);
    return number;
}

// The texts in the list that follows a key.
static std::vector<string> texts(const string &line, size_t from) {
    std::vector<string> found;
    size_t end = line.find(']', from);
    for (size_t at = line.find('[', from); at < end;) {
        size_t open = line.find('"', at + 1), close = line.find('"', open + 1);
        if (open > end || close == string::npos) break;
        found.push_back(line.substr(open + 1, close - open - 1));
        at = close;
    }
    return found;
}

static string all(const string &key, const std::vector<string> &positions, string (*each)(const string &)) {
    string answer = "{\"" + key + "\": [";
    for (size_t i = 0; i < positions.size(); i++) {
        string one = each(positions[i]);
        if (one.empty()) return "{\"error\": \"no position of tic-tac-toe\"}";
        answer += (i ? ", " : "") + one;
    }
    return answer + "]}";
}

int main() {
    std::ios::sync_with_stdio(false);
    for (string line; std::getline(std::cin, line);) {
        string answer = "{\"error\": \"an unknown request\"}";
        if (line.rfind("{\"plyscope\":1}", 0) == 0)
            answer = "{\"game\": \"tic-tac-toe\", \"players\": 2, \"longest\": 9, \"evaluators\": [\"lines\"], "
                     "\"payoffs\": [-1, 1], \"version\": \"1\"}";
        else if (line.rfind("{\"start\":", 0) == 0)
            answer = "{\"position\": \".../.../... X\"}";
        else if (line.rfind("{\"expand\":", 0) == 0)
            answer = all("nodes", texts(line, 10), expand);
        else if (line.rfind("{\"evaluate\":", 0) == 0)
            answer = all("values", texts(line, 12), evaluate);
        std::cout << answer << '\n' << std::flush;
    }
}
