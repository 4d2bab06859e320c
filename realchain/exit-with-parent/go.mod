module roundsman.example/realchain/exit-with-parent

go 1.23
